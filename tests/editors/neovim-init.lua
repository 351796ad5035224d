-- The configuration that editors/neovim hands out, with the server under test.
vim.lsp.config('skill-lsp', dofile(vim.env.SKILL_LSP_EDITORS .. '/neovim/skill-lsp.lua'))
vim.lsp.config('skill-lsp', { cmd = { vim.env.SKILL_LSP_RECORDER, 'serve' }, root_markers = { 'skills' } })
vim.lsp.enable('skill-lsp')
