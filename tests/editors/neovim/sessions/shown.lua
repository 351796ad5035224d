-- What stands beside the text: lenses and what they open, limits, words that mean something.
local t = require('harness')
local entry = '.claude/skills/demo/SKILL.md'
t.files({
  [entry] = t.skill('demo', '# Top\n\n🦀 Run `scripts/run.sh` and /review with $ARGUMENTS.\n', ('x'):rep(1000)),
  ['.claude/skills/demo/scripts/run.sh'] = 'true\n',
  ['.claude/skills/review/SKILL.md'] = t.skill('review', nil, 'Reviews a change.'),
})
local client = t.open(entry)
t.becomes(function() return t.codes(0) end, {}, 'nothing is said of the skill')

-- Lenses: shown above the front matter, and run as their key does it.
vim.lsp.codelens.refresh({ bufnr = 0 })
local titles = function()
  return vim.tbl_map(function(lens) return (lens.command.title:gsub('%d+', 'N')) end, vim.lsp.codelens.get(0))
end
t.becomes(titles, { 'List', 'Read', 'N hosts', '~N tokens' }, 'the lenses of a skill')
local function shown()
  for name, namespace in pairs(vim.api.nvim_get_namespaces()) do
    if name:find('codelens', 1, true) then
      local mark = vim.api.nvim_buf_get_extmarks(0, namespace, 0, -1, { details = true })[1]
      if mark then
        local text = vim.iter(mark[4].virt_text or mark[4].virt_lines[1]):map(function(part) return part[1] end):join('')
        return { mark[2], text:find('List', 1, true) ~= nil and text:find('tokens', 1, true) ~= nil }
      end
    end
  end
end
t.becomes(shown, { 0, true }, 'they are shown at the first line')
local function run(title)
  local window = vim.api.nvim_get_current_win()
  vim.ui.select = function(options, _, take)
    for _, option in ipairs(options) do
      if option.lens.command.title:find(title, 1, true) then return take(option) end
    end
    take(nil)
  end
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  vim.lsp.codelens.run()
  vim.wait(5000, function() return vim.api.nvim_get_current_win() ~= window end, 20)
  local text = vim.api.nvim_get_current_win() ~= window and t.text() or ''
  if text ~= '' then vim.api.nvim_win_close(0, true) end
  return text
end
t.has(run('List'), '- **review**: Reviews a change.', 'the lens lists the skills')
vim.api.nvim_buf_set_lines(0, 6, 6, false, { 'Not saved.' })
t.has(run('Read'), 'Not saved.', 'the lens reads the skill as it stands in the editor')
t.has(run('hosts'), '- **Claude Code** loads it', 'the lens shows what hosts make of it')
vim.cmd.undo()

-- Limits that are near.
vim.lsp.inlay_hint.enable(true, { bufnr = 0 })
local hints = function()
  return vim.tbl_map(function(one)
    return { one.inlay_hint.position.line, one.inlay_hint.label }
  end, vim.lsp.inlay_hint.get({ bufnr = 0 }))
end
t.becomes(function()
  local found = hints()[1]
  return found and { found[1], found[2]:match('^1,000 of 1,024') }
end, { 2, '1,000 of 1,024' }, 'a limit that is near is shown at its end')
vim.api.nvim_buf_set_lines(0, 2, 3, false, { 'description: Short.' })
t.becomes(hints, {}, 'and no longer once it is far')

-- Words that mean something, with the highlights that Neovim gives them.
local function meaning(place)
  t.at(place, 1)
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  local found = vim.lsp.semantic_tokens.get_at_pos(0, line - 1, column) or {}
  local groups = vim.iter(vim.inspect_pos(0, line - 1, column, { semantic_tokens = true }).semantic_tokens)
    :map(function(mark) return mark.opts.hl_group end)
    :filter(function(group) return group:find('^@lsp%.type') ~= nil end)
    :totable()
  return { found[1] and found[1].type, groups[1] }
end
vim.cmd.redraw()
for place, kind in pairs({ ['/review'] = 'function', ['$ARGUMENTS'] = 'macro', ['scripts/run.sh'] = 'string' }) do
  t.becomes(function()
    vim.cmd.redraw()
    return meaning(place)
  end, { kind, '@lsp.type.' .. kind .. '.markdown' }, place .. ' is highlighted')
end
t.equal(meaning('Run'), {}, 'other words are not')

-- Each can be switched off.
vim.cmd.undo()
t.becomes(function() return #hints() end, 1, 'the limit is near again')
client.settings = { skillLsp = { lens = { 'list' }, inlayHints = false } }
client:notify('workspace/didChangeConfiguration', { settings = client.settings })
local only = function()
  vim.lsp.codelens.refresh({ bufnr = 0 })
  vim.wait(50)
  return titles()
end
t.becomes(only, { 'List' }, 'lenses that are switched off go')
t.becomes(hints, {}, 'and so do hints')
