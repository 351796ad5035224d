-- nvim --headless -n -i NONE -u INIT FILE -c 'luafile neovim.lua': a real session with the server.
local failed, passed = 0, 0
local function check(ok, what)
  if ok then passed = passed + 1 else failed = failed + 1 end
  io.stdout:write((ok and 'ok ' or 'not ok ') .. what .. '\n')
end
local function codes(buffer)
  local found = vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(buffer))
  table.sort(found)
  return table.concat(found, ' ')
end
local function shows(wanted, what)
  vim.wait(20000, function() return codes(0) == wanted end, 20)
  check(codes(0) == wanted, what .. ': ' .. codes(0))
end

shows('unquoted-colon', 'diagnostics of the open file')
vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: Plain.' })
shows('', 'an edit mends it')
vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: 🦀 Use: it.' })
shows('unquoted-colon', 'an edit breaks it')
local one = vim.diagnostic.get(0)[1]
check(one and vim.api.nvim_buf_get_text(0, one.lnum, one.col, one.lnum, one.col + 1, {})[1] == ':', 'the place is the colon')

vim.api.nvim_win_set_cursor(0, { 3, one and one.col or 0 })
vim.lsp.buf.code_action({
  apply = true,
  filter = function(action) return action.isPreferred end,
  context = { only = { 'quickfix' } },
})
shows('', 'the code action mends it')
check(vim.api.nvim_buf_get_lines(0, 2, 3, false)[1]:find('^description: [\'"]🦀 Use: it%.[\'"]$') ~= nil,
  'by quotes: ' .. vim.api.nvim_buf_get_lines(0, 2, 3, false)[1])

local client = vim.lsp.get_clients({ name = 'skill-lsp' })[1]
check(client ~= nil and client.server_info.name == 'skill-lsp', 'the server has a name')
local answer = client and client:request_sync('workspace/executeCommand', { command = 'skill-lsp.list', arguments = {} }, 10000)
check(answer and answer.result and answer.result.skills[1].name == 'a', 'the list command answers')
-- What can be written at the cursor, and what is known there.
vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: Plain.', 'li' })
vim.api.nvim_win_set_cursor(0, { 4, 2 })
local here = client and vim.lsp.util.make_position_params(0, client.offset_encoding)
local offered = client and client:request_sync('textDocument/completion', here, 10000)
local key = vim.tbl_filter(function(item) return item.label == 'license' end, offered and offered.result and offered.result.items or {})[1]
check(key ~= nil, 'completion offers a key')
if key then vim.lsp.util.apply_text_edits({ key.textEdit }, vim.api.nvim_get_current_buf(), client.offset_encoding) end
local written = vim.api.nvim_buf_get_lines(0, 3, 4, false)[1]
check(written == 'license: ', 'the key is written: ' .. written)
vim.api.nvim_win_set_cursor(0, { 3, 2 })
vim.lsp.buf.hover()
local shown = ''
vim.wait(10000, function()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
  return shown ~= ''
end, 20)
check(shown:find('of 1,024', 1, true) ~= nil, 'hover shows how much is used')
vim.api.nvim_buf_set_lines(0, 3, 4, false, {})
-- Files that are not open are spoken of as well.
local other = vim.fn.bufnr(vim.fn.getcwd() .. '/skills/b/SKILL.md')
vim.wait(5000, function()
  other = vim.fn.bufnr(vim.fn.getcwd() .. '/skills/b/SKILL.md')
  return other > 0 and codes(other) ~= ''
end, 20)
check(other > 0 and codes(other) == 'link-missing-file', 'diagnostics of a file that is not open')

-- What another program does meanwhile is seen when Neovim gets the focus.
vim.fn.writefile({ 'Here.' }, 'skills/b/gone.md')
vim.cmd('doautocmd <nomodeline> FocusGained')
vim.wait(10000, function() return codes(other) == '' end, 20)
check(codes(other) == '', 'a file made elsewhere is seen on focus: ' .. codes(other))

-- Definition and renaming as their keys do it.
vim.cmd('edit skills/b/SKILL.md')
vim.api.nvim_buf_set_lines(0, 5, 6, false, { 'See [a](../a/SKILL.md#steps), then /a.' })
vim.wait(5000, function() return #vim.lsp.get_clients({ bufnr = 0, name = 'skill-lsp' }) > 0 end, 20)
vim.api.nvim_win_set_cursor(0, { 6, 15 })
vim.lsp.buf.definition()
local went = function() return vim.api.nvim_buf_get_name(0):find('skills/a/SKILL.md', 1, true) ~= nil end
vim.wait(10000, went, 20)
check(went() and vim.api.nvim_win_get_cursor(0)[1] == 6, 'definition goes to the heading of the other skill')
vim.api.nvim_win_set_cursor(0, { 2, 6 })
vim.lsp.buf.rename('fresh-name')
local moved = vim.fn.getcwd() .. '/skills/fresh-name/SKILL.md'
vim.wait(10000, function() return vim.uv.fs_stat(moved) ~= nil end, 20)
check(vim.uv.fs_stat(moved) ~= nil and vim.uv.fs_stat(vim.fn.getcwd() .. '/skills/a') == nil, 'renaming moves the directory')
local line = vim.api.nvim_buf_get_lines(vim.fn.bufnr('skills/b/SKILL.md'), 5, 6, false)[1]
check(line == 'See [a](../fresh-name/SKILL.md#steps), then /fresh-name.', 'and what names it follows: ' .. tostring(line))
local own = vim.api.nvim_buf_get_lines(vim.fn.bufnr(moved), 1, 2, false)[1]
check(own == 'name: fresh-name', 'and its name: ' .. tostring(own))
io.stdout:write(passed .. ' passed, ' .. failed .. ' failed\n')
vim.cmd(failed > 0 and 'cquit 1' or 'qall!')
