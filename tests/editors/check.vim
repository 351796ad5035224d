" A real session of ALE with the server; ALE needs timers, so not by -es.
let s:out = []
let s:failed = 0
let s:passed = 0
func! s:check(ok, what)
  call add(s:out, (a:ok ? 'ok ' : 'not ok ') . a:what)
  if a:ok | let s:passed += 1 | else | let s:failed += 1 | endif
endfunc
func! s:shows(count, what)
  for _ in range(400)
    if len(ale#engine#GetLoclist(bufnr(''))) == a:count | break | endif
    sleep 50m
  endfor
  let l:found = ale#engine#GetLoclist(bufnr(''))
  call s:check(len(l:found) == a:count, a:what . ': ' . string(map(copy(l:found), 'v:val.lnum . ":" . v:val.col . " " . v:val.type')))
endfunc
ALELint
call s:shows(1, 'diagnostics of the open file')
let s:found = ale#engine#GetLoclist(bufnr(''))
call s:check(len(s:found) == 1 && getline(3)[s:found[0].col - 1] ==# ':', 'the place is the colon')
call setline(3, 'description: Plain.')
ALELint
call s:shows(0, 'an edit mends it')
call setline(3, 'description: Use: it again.')
ALELint
call s:shows(1, 'an edit breaks it')
call setline(3, 'description: Plain.')
ALELint
call s:shows(0, 'mended once more')
call setline(7, 'See [x](made.md).')
ALELint
call s:shows(1, 'a link to nothing')
call writefile(['Here.'], expand('%:p:h') . '/made.md')
doautocmd <nomodeline> FocusGained
call s:shows(0, 'a file made elsewhere is seen on focus')
call add(s:out, s:passed . ' passed, ' . s:failed . ' failed')
call writefile(s:out, $RESULT)
exe s:failed ? 'cquit!' : 'qall!'
