" skill-lsp for Vim with ALE. Source it after ALE is loaded.
call ale#linter#Define('markdown', {
\  'name': 'skill-lsp',
\  'lsp': 'stdio',
\  'executable': get(g:, 'skill_lsp_executable', 'skill-lsp'),
\  'command': '%e serve',
\  'project_root': {buffer -> getcwd()},
\})
