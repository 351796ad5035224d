-- Neovim 0.11 or newer: copy to ~/.config/nvim/lsp/skill-lsp.lua and call vim.lsp.enable('skill-lsp').

-- The answers to the server's commands are data, which Neovim drops: a lens shows them in a window of their own.
local function listed(answer)
  return vim.tbl_map(function(skill) return ('- **%s**: %s'):format(skill.name, skill.description) end, answer.skills)
end
local function content(answer)
  local lines = vim.split(answer.content or '', '\r?\n')
  if answer.truncated then
    table.insert(lines, '(The tool cuts it here.)')
  end
  return lines
end
local states = { loads = 'loads it', differs = 'loads it, not as written', lost = 'does not load it' }
local function by_host(answer)
  local lines = {}
  for _, skill in ipairs(answer) do
    table.insert(lines, ('# %s (%s)'):format(skill.skill, skill.directory))
    for _, host in ipairs(skill.hosts) do
      table.insert(lines, ('- **%s** %s'):format(host.title, states[host.state] or 'may do anything: that is not known'))
      for _, reason in ipairs(host.reasons) do
        table.insert(lines, '  - it ' .. reason.does)
      end
    end
  end
  return lines
end
local function show(lines_of)
  return function(command, context)
    local client = assert(vim.lsp.get_client_by_id(context.client_id))
    local asked = { command = command.command, arguments = command.arguments }
    client:request('workspace/executeCommand', asked, function(failure, answer)
      if failure then
        vim.notify('skill-lsp: ' .. failure.message, vim.log.levels.ERROR)
        return
      end
      local buffer = vim.api.nvim_create_buf(false, true)
      vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.tbl_map(function(line)
        return (line:gsub('\n', ' '))
      end, lines_of(answer)))
      vim.bo[buffer].modifiable = false
      vim.bo[buffer].bufhidden = 'wipe'
      vim.bo[buffer].filetype = 'markdown'
      vim.api.nvim_open_win(buffer, true, { split = 'below' })
    end, context.bufnr)
  end
end

return {
  cmd = { 'skill-lsp', 'serve' },
  filetypes = { 'markdown' },
  root_markers = { 'skill-lsp.toml', '.claude', '.agents', '.git' },
  -- Diagnostics of all skills, opened or not.
  init_options = { diagnostics = 'push' },
  commands = {
    ['skill-lsp.list'] = show(listed),
    ['skill-lsp.read'] = show(content),
    ['skill-lsp.showHosts'] = show(by_host),
  },
  -- Where Neovim does not watch files (on Linux, unless told to), the server looks again when Neovim gets the focus.
  on_init = function(client)
    if vim.tbl_get(client.capabilities or {}, 'workspace', 'didChangeWatchedFiles', 'dynamicRegistration') then
      return
    end
    vim.api.nvim_create_autocmd('FocusGained', {
      group = vim.api.nvim_create_augroup('skill-lsp.' .. client.id, {}),
      callback = function()
        if client:is_stopped() then
          return true
        end
        client:request('workspace/executeCommand', { command = 'skill-lsp.rescan' }, function() end)
      end,
    })
  end,
}
