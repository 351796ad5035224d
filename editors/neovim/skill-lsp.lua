-- Neovim 0.11 or newer: copy to ~/.config/nvim/lsp/skill-lsp.lua and call vim.lsp.enable('skill-lsp').
return {
  cmd = { 'skill-lsp', 'serve' },
  filetypes = { 'markdown' },
  root_markers = { 'skill-lsp.toml', '.claude', '.agents', '.git' },
  -- Diagnostics of all skills, opened or not.
  init_options = { diagnostics = 'push' },
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
