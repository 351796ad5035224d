-- What is known of a place, as `K` shows it.
local t = require('harness')
local entry = '.claude/skills/demo/SKILL.md'
t.files({
  [entry] = '---\nname: demo\ndescription: ' .. ('x'):rep(412) .. '\neffort: low\ncolour: red\n---\n\n'
    .. '# Top\n\nSee [the part](refs/p.md#part), [all](refs/p.md), `scripts/run.sh` and /review with $ARGUMENTS.\n\n'
    .. '[gone](gone.md)\n',
  ['.claude/skills/demo/refs/p.md'] = '# First line\n\nSecond.\n\n## Part\n\nThird.\n',
  ['.claude/skills/demo/scripts/run.sh'] = 'echo run\n',
  ['.claude/skills/review/SKILL.md'] = t.skill('review', nil, 'Reviews a change.'),
})
t.open(entry)
vim.wait(10000, function() return #vim.diagnostic.get(0) > 0 end, 20)

local function hover(place, behind)
  local _, window = t.floating()
  if window then vim.api.nvim_win_close(window, true) end
  t.at(place, behind)
  vim.lsp.buf.hover()
  local shown
  vim.wait(5000, function()
    shown = t.floating()
    return shown ~= nil
  end, 20)
  return shown
end
local function shows(place, behind, parts, what)
  local shown = hover(place, behind)
  for _, part in ipairs(parts) do t.has(shown, part, what) end
end

shows('---', 1, { '**demo**, a skill in', 'Claude Code** loads it as', 'lines that are recommended', '(an estimate)' }, 'a fence')
shows('name: demo', 1, { '`name`', 'The list shows it as it is written.' }, 'a key')
shows('description', 1, { '412 of 1,024', 'about 103 tokens in every list (an estimate)' }, 'what a key uses of its limit')
shows('xxx', 3, { '412 of 1,024' }, 'and on its value')
shows('effort: low', 9, { '`effort`', 'Claude Code' }, 'a value of a host')
shows('colour', 1, { 'No host that is known uses this key.' }, 'a key of nobody')
shows('all](', 6, { '`refs/p.md`, 39 bytes', '# First line' }, 'a link shows the first lines')
shows('the part', 1, { '## Part', 'Third.' }, 'or those of its place')
t.check(not hover('the part', 1):find('Second.', 1, true), 'and no others')
shows('scripts/run.sh', 3, { '`scripts/run.sh`, 9 bytes', 'echo run' }, 'a path in a code span')
shows('/review', 2, { 'Reviews a change.' }, 'another skill')
shows('$ARGUMENTS', 2, { 'is replaced by', 'Claude Code' }, 'what a host fills in')
shows('gone.md', 2, { 'link-missing-file' }, 'the rule where something is wrong')
