-- What can be done with a place, as `gra` does it, and the form of the front matter.
local t = require('harness')
local entry = 'skills/a/SKILL.md'
local long = ('line\n'):rep(12)
t.files({
  ['.git/HEAD'] = 'ref: refs/heads/main\n',
  [entry] = t.skill('a', nil),
  ['skills/b/SKILL.md'] = t.skill('b', 'See [a](../a/SKILL.md).\n'),
  ['skills/bare/SKILL.md'] = '# Only a title\n',
  ['.claude/skills/c/SKILL.md'] = t.skill('c'),
})
local client = t.open(entry)

-- Does what has this title at a place of the text.
local function act(text, place, title, behind)
  if text then t.write(text) end
  t.at(place, behind or 1)
  local offered, done = {}, false
  vim.ui.select = function(options, _, take)
    for _, option in ipairs(options) do
      if option.action.title == title then take(option) end
    end
  end
  vim.lsp.buf.code_action({
    filter = function(action)
      table.insert(offered, action.title)
      done = done or action.title == title
      return action.title == title
    end,
    apply = true,
  })
  vim.wait(5000, function() return done end, 20)
  vim.wait(100)
  if not done then t.equal(offered, { title }, 'offered at ' .. place) end
end
local function gives(text, place, title, wanted, behind)
  act(text, place, title, behind)
  t.becomes(t.text, wanted, title)
end

gives(t.skill('a', nil, 'Do it.'), 'Do it.', 'Quote the value', t.skill('a', nil, '"Do it."'))
gives(t.skill('a', nil, '>\n  Do this:\n  🦀 and that.'), 'description', 'Write `description` on one line',
  t.skill('a', nil, '"Do this: 🦀 and that."'))

-- A file that a link names.
t.write(t.skill('a', '[x](refs/new-page.md#the-part)\n'))
t.becomes(function() return t.codes(0) end, { 'link-missing-file' }, 'a link leads nowhere')
act(nil, 'new-page', 'Make the file `new-page.md`')
local made = function()
  local buffer = vim.fn.bufnr(vim.fn.getcwd() .. '/skills/a/refs/new-page.md')
  return buffer > 0 and table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') or nil
end
-- Neovim 0.11 leaves the line of the empty file behind what is put there.
t.becomes(made, '# new page\n\n## the part\n', 'the file is made')
vim.cmd('silent wall')
t.equal(t.read('skills/a/refs/new-page.md'), '# new page\n\n## the part\n\n', 'and saved, in a directory that was not there')
vim.cmd.buffer(entry)
t.becomes(function() return t.codes(0) end, {}, 'and the link leads there')

-- A long part in a file of its own.
gives(t.skill('a', '# A\n\n[p](#the-part)\n\n## The part\n\n' .. long), '## The part',
  'Move this section to `references/the-part.md`',
  t.skill('a', '# A\n\n[p](#the-part)\n\n## The part\n\nSee [The part](references/the-part.md).\n'), 4)
vim.cmd('silent wall')
t.equal(t.read('skills/a/references/the-part.md'), '# The part\n\n' .. long .. '\n', 'with all its lines')
vim.cmd.buffer(entry)
t.becomes(function() return t.codes(0) end, {}, 'and nothing is said')

-- Front matter where there is none.
t.open('skills/bare/SKILL.md')
t.becomes(function() return #t.codes(0) > 0 end, true, 'a file without front matter has a diagnostic')
local titles = {}
t.at('# Only')
vim.lsp.buf.code_action({ filter = function(action) table.insert(titles, action.title) return false end })
vim.wait(5000, function() return #titles > 0 end, 20)
local title = vim.iter(titles):find(function(one) return one:lower():find('front matter', 1, true) ~= nil end)
t.check(title ~= nil, 'which can be added: ' .. table.concat(titles, '; '))
if title then
  act(nil, '# Only', title)
  t.becomes(function() return t.text():sub(1, 16) end, '---\nname: bare\nd', title)
  t.becomes(function() return t.codes(0) end, {}, 'and then nothing is said')
end
vim.cmd('silent wall')

-- A skill in another root.
vim.cmd.buffer(entry)
act(nil, 'name: a', 'Move the skill to `.claude/skills`', 6)
t.becomes(function() return t.read('.claude/skills/a/SKILL.md') ~= nil and vim.uv.fs_stat('skills/a') == nil end, true,
  'a skill moves to another root')
t.check(t.read('.claude/skills/a/references/the-part.md') ~= nil, 'with its files')
local b = vim.fn.bufnr(vim.fn.getcwd() .. '/skills/b/SKILL.md')
t.equal(vim.api.nvim_buf_get_lines(b, 5, 6, false)[1], 'See [a](../../.claude/skills/a/SKILL.md).', 'links follow')
vim.cmd('silent wall')

-- The form of the front matter: not without the setting, and the body never.
t.open('skills/b/SKILL.md')
local uneven = '---\nname:   b\ndescription:  D.   \n---\n\n*  a\n*   b   \n'
t.write(uneven)
t.equal(client:supports_method('textDocument/formatting'), false, 'nothing is formatted')
vim.lsp.buf.format({ timeout_ms = 5000 })
t.equal(t.text(), uneven, 'and the text stays')
client.settings = { skillLsp = { formatting = true } }
client:notify('workspace/didChangeConfiguration', { settings = client.settings })
vim.wait(5000, function() return client:supports_method('textDocument/formatting', 0) end, 20)
vim.lsp.buf.format({ timeout_ms = 5000 })
t.equal(t.text(), '---\nname: b\ndescription: D.\n---\n\n*  a\n*   b   \n', 'with the setting its form is made')
