" skill-lsp for Vim with ALE. Source it after ALE is loaded.
call ale#linter#Define('markdown', {
\  'name': 'skill-lsp',
\  'lsp': 'stdio',
\  'executable': get(g:, 'skill_lsp_executable', 'skill-lsp'),
\  'command': '%e serve',
\  'project_root': {buffer -> getcwd()},
\})

" ALE does not watch files: the server looks again when Vim gets the focus.
augroup skill_lsp
  autocmd!
  autocmd FocusGained * call s:LookAgain()
augroup END

function! s:LookAgain() abort
  if &filetype is# 'markdown' && !empty(get(b:, 'ale_linted', 0))
    call ale#lsp_linter#SendRequest(bufnr(''), 'skill-lsp',
    \ [0, 'workspace/executeCommand', {'command': 'skill-lsp.rescan'}])
  endif
endfunction
