-- Diagnostics as one types, the fix, files that are not open, what other programs do meanwhile.
local t = require('harness')
t.files({
  ['.git/HEAD'] = 'ref: refs/heads/main\n',
  ['skills/a/SKILL.md'] = t.skill('a', nil, 'Use: it.'),
  ['skills/b/SKILL.md'] = t.skill('b', '[x](gone.md)\n'),
})
local client = t.open('skills/a/SKILL.md')
local own = function() return t.codes(0) end

t.becomes(own, { 'unquoted-colon' }, 'diagnostics of the open file')
vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: Plain.' })
t.becomes(own, {}, 'an edit mends it')
vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: 🦀 Use: it.' })
t.becomes(own, { 'unquoted-colon' }, 'an edit breaks it')
local one = vim.diagnostic.get(0)[1]
t.equal(vim.api.nvim_buf_get_text(0, one.lnum, one.col, one.lnum, one.col + 1, {})[1], ':', 'the place is the colon')

vim.api.nvim_win_set_cursor(0, { 3, one.col })
vim.lsp.buf.code_action({
  apply = true,
  filter = function(action) return action.isPreferred end,
  context = { only = { 'quickfix' } },
})
t.becomes(own, {}, 'the code action mends it')
t.equal(vim.api.nvim_buf_get_lines(0, 2, 3, false)[1], 'description: "🦀 Use: it."', 'by quotes')
vim.cmd.undo()
t.becomes(own, { 'unquoted-colon' }, 'and undone it is wrong again')
vim.cmd.redo()
t.becomes(own, {}, 'and done again it is right')

t.equal(client.server_info.name, 'skill-lsp', 'the server has a name')
local answer = t.ask('workspace/executeCommand', { command = 'skill-lsp.list', arguments = {} })
t.equal(answer.skills[1].description, '🦀 Use: it.', 'the list command answers from the open text')

-- Files that are not open are spoken of as well.
local other = function()
  local buffer = vim.fn.bufnr(vim.fn.getcwd() .. '/skills/b/SKILL.md')
  return buffer > 0 and t.codes(buffer) or {}
end
t.becomes(other, { 'link-missing-file' }, 'diagnostics of a file that is not open')

-- What another program does meanwhile is seen when Neovim gets the focus.
t.files({ ['skills/b/gone.md'] = 'Here.\n' })
vim.cmd('doautocmd <nomodeline> FocusGained')
t.becomes(other, {}, 'a file made elsewhere is seen on focus')
vim.fn.delete('skills/b/gone.md')
vim.cmd('doautocmd <nomodeline> FocusGained')
t.becomes(other, { 'link-missing-file' }, 'and one that goes')
