-- The configuration that editors/neovim hands out, with the server under test.
vim.opt.runtimepath:prepend(vim.env.SKILL_LSP_TESTS)
vim.lsp.config('skill-lsp', dofile(vim.env.SKILL_LSP_CONFIG))
vim.lsp.config('skill-lsp', { cmd = { vim.env.SKILL_LSP_RECORDER, 'serve' }, root_markers = { 'skills' } })
vim.lsp.enable('skill-lsp')
