-- Where things lead, who speaks of them, what a file and a workspace hold, and what belongs together in a text.
local t = require('harness')
local entry = 'skills/a/SKILL.md'
t.files({
  ['.git/HEAD'] = 'ref: refs/heads/main\n',
  [entry] = t.skill('a', '# A\n\n## Steps\n\nSee [p](refs/p.md#part) and [own](#steps).\n\n## More\n\n```sh\ntrue\n```\n'),
  ['skills/a/refs/p.md'] = '# P\n\n## Part\n\n[up](../SKILL.md#steps)\n',
  ['skills/b/SKILL.md'] = t.skill('b', 'See [a](../a/SKILL.md#steps), then /a.\n'),
  ['AGENTS.md'] = 'Begin with /a, or see [it](skills/a/SKILL.md).\n',
})

-- Definition, as its key does it.
t.open('skills/b/SKILL.md')
t.at('#steps')
vim.lsp.buf.definition()
local here = function() return { t.short(vim.api.nvim_buf_get_name(0)), vim.api.nvim_win_get_cursor(0)[1] } end
t.becomes(here, { entry, 8 }, 'definition goes to a heading of another skill')
t.at('refs/p.md')
vim.lsp.buf.definition()
t.becomes(here, { 'skills/a/refs/p.md', 3 }, 'and to a heading of a file')
vim.cmd('normal! \15')
t.becomes(here, { entry, 10 }, 'and the jump can be taken back')
t.open('AGENTS.md')
t.at('/a,', 1)
vim.lsp.buf.definition()
t.becomes(here, { entry, 2 }, 'an agent\'s instructions lead to the name of a skill')

-- References.
t.open(entry)
t.at('name: a', 6)
t.equal(t.listed(function() vim.lsp.buf.references({ includeDeclaration = false }) end), {
  'AGENTS.md:1: Begin with /a, or see [it](skills/a/SKILL.md).',
  'AGENTS.md:1: Begin with /a, or see [it](skills/a/SKILL.md).',
  'skills/a/refs/p.md:5: [up](../SKILL.md#steps)',
  'skills/b/SKILL.md:6: See [a](../a/SKILL.md#steps), then /a.',
  'skills/b/SKILL.md:6: See [a](../a/SKILL.md#steps), then /a.',
}, 'references of a skill')
t.at('## Steps', 4)
t.equal(t.listed(function() vim.lsp.buf.references({ includeDeclaration = false }) end), {
  entry .. ':10: See [p](refs/p.md#part) and [own](#steps).',
  'skills/a/refs/p.md:5: [up](../SKILL.md#steps)',
  'skills/b/SKILL.md:6: See [a](../a/SKILL.md#steps), then /a.',
}, 'references of a heading')
t.at('p.md')
t.equal(t.listed(function() vim.lsp.buf.references({ includeDeclaration = false }) end), {
  entry .. ':10: See [p](refs/p.md#part) and [own](#steps).',
}, 'references of what a link leads to')

-- Symbols.
t.equal(t.listed(vim.lsp.buf.document_symbol), {
  entry .. ':12: [String] More',
  entry .. ':2: [Field] name',
  entry .. ':3: [Field] description',
  entry .. ':6: [String] A',
  entry .. ':8: [String] Steps',
}, 'the outline of a file')
local skills = t.listed(function() vim.lsp.buf.workspace_symbol('') end)
t.equal(skills, {
  entry .. ':2: [Module] a',
  'skills/b/SKILL.md:2: [Module] b',
}, 'the skills of the workspace')
t.equal(t.listed(function() vim.lsp.buf.workspace_symbol('b') end), { skills[2] }, 'and one by its name')

-- The same thing elsewhere in the file is marked.
local function marked()
  local names = vim.api.nvim_get_namespaces()
  local marks = vim.api.nvim_buf_get_extmarks(0, names['nvim.lsp.references'], 0, -1, { details = true })
  return vim.tbl_map(function(mark)
    local text = vim.api.nvim_buf_get_text(0, mark[2], mark[3], mark[4].end_row, mark[4].end_col, {})[1]
    return text .. ' ' .. mark[4].hl_group
  end, marks)
end
t.at('## Steps', 4)
vim.lsp.buf.document_highlight()
t.becomes(marked, { '## Steps LspReferenceWrite', '#steps LspReferenceRead' }, 'a heading and its anchor are marked')
vim.lsp.buf.clear_references()
t.equal(marked(), {}, 'and no longer')

-- Links. Neovim follows them by definition; plugins ask for all.
local base = vim.uri_from_fname(vim.fn.getcwd() .. '/skills/a')
local links = vim.tbl_map(function(link)
  return { t.slice(link.range), (link.target:gsub(vim.pesc(base), '')) }
end, t.ask('textDocument/documentLink'))
t.equal(links, { { 'refs/p.md#part', '/refs/p.md#L3' }, { '#steps', '/SKILL.md#L8' } }, 'links of a file')

-- Folds.
vim.wo.foldmethod = 'expr'
vim.wo.foldexpr = 'v:lua.vim.lsp.foldexpr()'
vim.wo.foldlevel = 0
local closed = function()
  vim.cmd('silent! normal! zx')
  local found, line = {}, 1
  while line <= vim.fn.line('$') do
    local first, last = vim.fn.foldclosed(line), vim.fn.foldclosedend(line)
    if first > 0 then table.insert(found, { first, last }) end
    line = math.max(last, line) + 1
  end
  return found
end
vim.api.nvim_win_set_cursor(0, { 5, 0 })
t.becomes(closed, { { 1, 4 }, { 6, 16 } }, 'the front matter and a section fold')
vim.wo.foldlevel = 1
t.becomes(closed, { { 8, 10 }, { 12, 16 } }, 'one level deeper the sections inside')
vim.wo.foldmethod = 'manual'
vim.cmd('normal! zE')

-- Selections grow; Neovim 0.11 has no key for it, plugins have.
t.at('p.md#part')
local cursor = vim.lsp.util.make_position_params(0, 'utf-8').position
local grown, texts = t.ask('textDocument/selectionRange', { positions = { cursor } })[1], {}
while grown do
  table.insert(texts, t.slice(grown.range))
  grown = grown.parent
end
t.equal(vim.list_slice(texts, 1, 4), {
  'p', 'refs/p.md#part', '[p](refs/p.md#part)', 'See [p](refs/p.md#part) and [own](#steps).',
}, 'a selection grows through the link')
t.equal(texts[#texts] .. '\n', t.text(), 'and ends with the whole')
