-- Neovim 0.11 or newer: copy to ~/.config/nvim/lsp/skill-lsp.lua and call vim.lsp.enable('skill-lsp').
return {
  cmd = { 'skill-lsp', 'serve' },
  filetypes = { 'markdown' },
  root_markers = { 'skill-lsp.toml', '.claude', '.agents', '.git' },
  -- Diagnostics of all skills, opened or not.
  init_options = { diagnostics = 'push' },
}
