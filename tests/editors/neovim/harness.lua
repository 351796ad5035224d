-- What the sessions share: files, an open buffer with the server attached, checks that are counted.
local t = {}
local failed, passed = 0, 0

function t.check(ok, what)
  if ok then passed = passed + 1 else failed = failed + 1 end
  io.stdout:write((ok and 'ok ' or 'not ok ') .. what .. '\n')
end

-- Compares by value; what was found is shown where it is not what was wanted.
function t.equal(found, wanted, what)
  local same = vim.deep_equal(found, wanted)
  t.check(same, same and what or (what .. ': ' .. vim.inspect(found) .. ' instead of ' .. vim.inspect(wanted)))
end

-- Waits until something gives what is wanted.
function t.becomes(get, wanted, what)
  local found
  vim.wait(10000, function()
    found = get()
    return vim.deep_equal(found, wanted)
  end, 20)
  t.equal(found, wanted, what)
end

function t.has(text, part, what)
  local found = type(text) == 'string' and text:find(part, 1, true) ~= nil
  t.check(found, found and what or (what .. ': no ' .. vim.inspect(part) .. ' in ' .. vim.inspect(text)))
end

-- Writes files, by path from the working directory.
function t.files(files)
  for path, text in pairs(files) do
    vim.fn.mkdir(vim.fs.dirname(path), 'p')
    local file = assert(io.open(path, 'wb'))
    file:write(text)
    file:close()
  end
end

function t.skill(name, body, description)
  return ('---\nname: %s\ndescription: %s\n---\n\n%s'):format(name, description or 'Does it.', body or '# Steps\n')
end

function t.read(path)
  local file = io.open(path, 'rb')
  if not file then return nil end
  local text = file:read('*a')
  file:close()
  return text
end

-- The path of a file as a reader of the checks sees it: from the working directory.
function t.short(path)
  local here = vim.uv.fs_realpath('.') .. '/'
  return path:sub(1, #here) == here and path:sub(#here + 1) or path
end

-- Opens a file and waits for the server.
function t.open(path)
  vim.cmd.edit({ path, bang = true })
  vim.wait(20000, function() return t.client() ~= nil end, 10)
  return assert(t.client(), 'the server is not attached to ' .. path)
end

function t.client()
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'skill-lsp' })[1]
  return client and client.initialized and client or nil
end

function t.text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n') .. '\n'
end

function t.write(text)
  local lines = vim.split(text, '\n', { plain = true })
  if lines[#lines] == '' then table.remove(lines) end
  vim.api.nvim_buf_set_lines(0, 0, -1, false, lines)
end

-- Puts the cursor on the first place of a text, or so many bytes behind its beginning.
function t.at(text, behind)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      vim.api.nvim_win_set_cursor(0, { number, column - 1 + (behind or 0) })
      return
    end
  end
  error('no ' .. text .. ' in the buffer')
end

function t.codes(buffer)
  local found = vim.tbl_map(function(one) return one.code end, vim.diagnostic.get(buffer))
  table.sort(found)
  return found
end

-- The answer to a request about the open buffer, with its errors as `error`.
function t.ask(method, params)
  params = vim.tbl_extend('keep', params or {}, { textDocument = vim.lsp.util.make_text_document_params(0) })
  local answer, why = t.client():request_sync(method, params, 10000, 0)
  if not answer then return nil, tostring(why) end
  return answer.result, answer.err and answer.err.message
end

function t.ask_here(method, params)
  local here = vim.lsp.util.make_position_params(0, t.client().offset_encoding)
  return t.ask(method, vim.tbl_extend('keep', params or {}, here))
end

-- The text of the window that floats above the others.
function t.floating()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n'), window
    end
  end
end

-- The list that something fills, quickfix or location list: file, line, text.
function t.listed(fill)
  vim.fn.setqflist({}, 'f')
  vim.fn.setloclist(0, {}, 'f')
  local window = vim.api.nvim_get_current_win()
  local get = function() return vim.list_extend(vim.fn.getqflist(), vim.fn.getloclist(window)) end
  fill()
  vim.wait(10000, function() return #get() > 0 end, 20)
  local found = vim.tbl_map(function(one)
    return ('%s:%d: %s'):format(t.short(vim.api.nvim_buf_get_name(one.bufnr)), one.lnum, one.text)
  end, get())
  vim.api.nvim_set_current_win(window)
  vim.cmd.only()
  table.sort(found)
  return found
end

-- The text of a range, in the buffer's own bytes: skill-lsp and Neovim agree on UTF-8.
function t.slice(range)
  local from, to = range.start, range['end']
  local line, column = to.line, to.character
  if line >= vim.api.nvim_buf_line_count(0) then
    line, column = vim.api.nvim_buf_line_count(0) - 1, -1
  end
  return table.concat(vim.api.nvim_buf_get_text(0, from.line, from.character, line, column, {}), '\n')
end

-- A second Neovim with a file open and the server attached, which is driven by keys.
function t.neovim(path)
  local init = vim.env.NEOVIM .. '/init.lua'
  local job = vim.fn.jobstart(
    { vim.v.progpath, '--embed', '--headless', '-n', '-i', 'NONE', '-u', init, path }, { rpc = true })
  local other = {}
  function other.lua(code, ...) return vim.rpcrequest(job, 'nvim_exec_lua', code, { ... }) end
  function other.input(keys) vim.rpcrequest(job, 'nvim_input', keys) end
  function other.quit()
    vim.rpcnotify(job, 'nvim_command', 'qall!')
    vim.fn.jobwait({ job }, 5000)
  end
  vim.wait(20000, function()
    return other.lua('local c = vim.lsp.get_clients({ bufnr = 0 })[1] return c ~= nil and c.initialized == true')
  end, 20)
  return other
end

-- Runs a session; one that fails to its end has failed.
function t.run(path)
  local ok, why = xpcall(dofile, debug.traceback, path)
  if not ok then t.check(false, tostring(why)) end
  io.stdout:write(passed .. ' passed, ' .. failed .. ' failed\n')
  vim.cmd((failed > 0 or passed == 0) and 'cquit 1' or 'qall!')
end

return t
