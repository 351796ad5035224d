-- Completion as it is typed: a second Neovim gets keys, shows its menu, and takes what is picked there.
local t = require('harness')
local entry = '.claude/skills/demo/SKILL.md'
t.files({
  [entry] = '',
  ['.claude/skills/demo/refs/p.md'] = '# P\n\n## Second part\n',
  ['.claude/skills/demo/scripts/run.sh'] = 'true\n',
  ['.claude/skills/demo/pic.png'] = 'x',
  ['.claude/skills/review/SKILL.md'] = t.skill('review', nil, 'Reviews a change.'),
})
local other = t.neovim(entry)
other.lua([[
  vim.o.completeopt = 'menuone,noinsert,noselect'
  vim.lsp.completion.enable(true, vim.lsp.get_clients({ bufnr = 0 })[1].id, 0, {})
]])

local MENU = [[
  local info = vim.fn.complete_info({ 'pum_visible', 'items' })
  return info.pum_visible == 1 and vim.tbl_map(function(item) return item.abbr or item.word end, info.items) or {}
]]

-- Types behind `before`, asks, and gives what the menu shows.
local function offered(before, typed, after)
  other.lua([[
    vim.cmd.stopinsert()
    local before, after = ...
    local lines = vim.split(before .. after, '\n', { plain = true })
    vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
    local _, breaks = before:gsub('\n', '')
    vim.api.nvim_win_set_cursor(0, { breaks + 1, #before:match('[^\n]*$') })
  ]], before, after)
  -- Behind the last character `i` would stand before it.
  local at_end = after == '' or after:sub(1, 1) == '\n'
  other.input((at_end and 'A' or 'i') .. typed:gsub('<', '<lt>'))
  other.lua('vim.lsp.completion.get()')
  local shown
  vim.wait(5000, function()
    shown = other.lua(MENU)
    return #shown > 0
  end, 20)
  return shown
end

-- The same, and the text once the item of this label was picked.
local function picked(before, typed, after, label)
  local shown = offered(before, typed, after)
  local nth
  for at, one in ipairs(shown) do
    if one == label then nth = at end
  end
  if not nth then return shown end
  other.input(('<C-n>'):rep(nth) .. '<C-y>')
  vim.wait(5000, function() return #other.lua(MENU) == 0 end, 20)
  -- What is picked is put in its place behind the key.
  vim.wait(100)
  local text = other.lua([[return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')]])
  other.input('<Esc>')
  return text
end

local function picks(before, typed, after, label, wanted, what)
  t.equal(picked(before, typed, after, label), wanted, what)
end

local head = '---\nname: demo\ndescription: Does it.\n'
picks('', '--', '', '---',
  '---\nname: demo\ndescription: What it does and when to use it.\n---\n\n# Demo\n',
  'a whole front matter in an empty file')
t.equal(other.lua('return vim.snippet.active()'), true, 'with stops to fill in')
other.lua('vim.snippet.stop()')
picks(head, 'lic', '\n---\n', 'license', head .. 'license: \n---\n', 'a key')
local keys = offered(head, 'e', '\n---\n')
t.equal({ vim.list_contains(keys, 'effort'), vim.list_contains(keys, 'name') }, { true, false }, 'not one that is there')
picks('---\nname: ', 'd', '\n---\n', 'demo', '---\nname: demo\n---\n', 'the directory\'s name')
picks(head .. 'effort: ', 'h', '\n---\n', 'high', head .. 'effort: high\n---\n', 'a value of a closed list')
picks(head .. 'allowed-tools: Read, ', 'Gr', '\n---\n', 'Grep', head .. 'allowed-tools: Read, Grep\n---\n', 'a tool')
head = head .. '---\n\n# Top\n\n## Two words\n\n'
picks(head .. '🦀 [p](', 're', ')\n', 'refs/p.md', head .. '🦀 [p](refs/p.md)\n', 'a path in a link')
picks(head .. '![p](', 'pi', ')\n', 'pic.png', head .. '![p](pic.png)\n', 'a path in an image')
picks(head .. 'Run `', 'scr', '`\n', 'scripts/run.sh', head .. 'Run `scripts/run.sh`\n', 'a path in a code span')
picks(head .. '[t](', '#', ')\n', 'two-words', head .. '[t](#two-words)\n', 'an anchor')
picks(head .. '[t](refs/p.md', '#s', ')\n', 'second-part', head .. '[t](refs/p.md#second-part)\n', 'an anchor of a file')
picks(head .. 'Then ', '/re', '\n', '/review', head .. 'Then /review\n', 'another skill')
picks(head .. 'Do ', '$AR', '\n', '$ARGUMENTS', head .. 'Do $ARGUMENTS\n', 'what a host fills in')
picks(head .. 'In ', '${CLAUDE_SK', '\n', '${CLAUDE_SKILL_DIR}', head .. 'In ${CLAUDE_SKILL_DIR}\n', 'in braces')
other.quit()
