-- Other names for skills and headings, and files that move: what names them follows, and the disk with it.
local t = require('harness')
local old, new = 'skills/a/SKILL.md', 'skills/fresh-name/SKILL.md'
t.files({
  ['.git/HEAD'] = 'ref: refs/heads/main\n',
  [old] = t.skill('a', '# A\n\n## Steps\n\nSee [p](refs/p.md).\n'),
  ['skills/a/refs/p.md'] = '# P\n\n[up](../SKILL.md#steps)\n',
  ['skills/b/SKILL.md'] = t.skill('b', 'See [a](../a/SKILL.md#steps), then /a.\n'),
  ['AGENTS.md'] = 'Begin with [it](skills/a/SKILL.md).\n',
})
local function line(path, number)
  local buffer = vim.fn.bufnr(vim.fn.getcwd() .. '/' .. path)
  return function() return buffer > 0 and vim.api.nvim_buf_get_lines(buffer, number - 1, number, false)[1] or nil end
end
local function buffer_line(path, number)
  return function() return line(path, number)() end
end
local said = {}
vim.notify = function(message) table.insert(said, message) end

-- A heading.
t.open('skills/b/SKILL.md')
t.open(old)
t.at('## Steps', 4)
vim.lsp.buf.rename('First steps')
t.becomes(buffer_line(old, 8), '## First steps', 'a heading gets another name')
t.becomes(buffer_line('skills/b/SKILL.md', 6), 'See [a](../a/SKILL.md#first-steps), then /a.',
  'what names it in another skill follows')
t.becomes(buffer_line('skills/a/refs/p.md', 3), '[up](../SKILL.md#first-steps)', 'and in a file that was not open')
vim.cmd('silent wall')

-- A skill. What cannot be is refused with a reason, and nothing is changed.
vim.cmd.buffer(old)
t.at('name: a', 6)
vim.lsp.buf.rename('b')
vim.wait(5000, function() return #said > 0 end, 20)
t.has(table.concat(said, '\n'), 'already', 'the name of another skill is refused')
t.equal(buffer_line(old, 2)(), 'name: a', 'and nothing is changed')
said = {}
vim.lsp.buf.rename('Fresh Name')
vim.wait(5000, function() return #said > 0 end, 20)
t.has(table.concat(said, '\n'), 'Fresh Name', 'one of a wrong form as well')
vim.lsp.buf.rename('fresh-name')
t.becomes(function() return t.read(new) ~= nil and vim.uv.fs_stat('skills/a') == nil end, true, 'its directory moves')
t.equal(buffer_line(new, 2)(), 'name: fresh-name', 'its name is written')
t.equal(buffer_line('skills/b/SKILL.md', 6)(), 'See [a](../fresh-name/SKILL.md#first-steps), then /fresh-name.',
  'other skills follow')
t.equal(buffer_line('AGENTS.md', 1)(), 'Begin with [it](skills/fresh-name/SKILL.md).', 'and an agent\'s instructions')
t.check(t.read('skills/fresh-name/refs/p.md') ~= nil, 'its files move along')
vim.cmd('silent wall')
t.has(t.read(new), 'name: fresh-name', 'and is saved in its new place')
t.equal(t.read(old), nil, 'not in its old one')
-- What was said of the link out of a skill is all that is said.
t.becomes(function() return t.codes(nil) end, { 'link-leaves-skill' }, 'nothing more is said than before')

-- A file that moves. Neovim 0.11 does not ask by itself before it renames one; plugins of file trees do.
vim.cmd.buffer(new)
local client = t.client()
local from, to = vim.uri_from_fname(vim.fn.getcwd() .. '/skills/fresh-name/refs/p.md'),
  vim.uri_from_fname(vim.fn.getcwd() .. '/skills/fresh-name/pages/q.md')
local edit = t.ask('workspace/willRenameFiles', { files = { { oldUri = from, newUri = to } } })
vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
vim.fn.mkdir('skills/fresh-name/pages')
vim.lsp.util.rename(vim.uri_to_fname(from), vim.uri_to_fname(to))
client:notify('workspace/didRenameFiles', { files = { { oldUri = from, newUri = to } } })
t.has(t.text(), 'See [p](pages/q.md).', 'links follow a file')
t.check(t.read('skills/fresh-name/pages/q.md') ~= nil, 'which is in its new place')
vim.cmd('silent wall')
t.becomes(function() return t.codes(nil) end, { 'link-leaves-skill' }, 'and nothing more is said')
