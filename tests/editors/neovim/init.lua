-- The configuration that editors/neovim hands out, with the server under test.
vim.lsp.config('skill-lsp', dofile(vim.env.SKILL_LSP_EDITORS .. '/neovim/skill-lsp.lua'))
vim.lsp.config('skill-lsp', { cmd = { vim.env.SKILL_LSP_RECORDER, 'serve' } })
vim.lsp.enable('skill-lsp')
-- Checks wait for an answer, not for a key.
vim.o.more = false
vim.o.shortmess = vim.o.shortmess .. 'AFI'
package.path = vim.env.NEOVIM .. '/?.lua;' .. package.path
