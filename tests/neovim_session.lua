-- A session with zwanz lsp in Neovim, without a screen: problems, completion, hover, definition, symbols.
local zwanz, folder = vim.env.ZWANZ, vim.env.HOUSE
local report = {}
local function note(name, value) table.insert(report, name .. "=" .. vim.fn.json_encode(value)) end
local function wait(what, test) if not vim.wait(120000, test, 20) then note("late", what) end end

local file = folder .. "/house.yaml"
vim.cmd("edit " .. file)
local client = vim.lsp.start_client({
  name = "zwanz",
  cmd = { zwanz, "-m", "zwanz_ssot", "lsp", "--lang", "de" },
  root_dir = folder,
  workspace_folders = { { uri = vim.uri_from_fname(folder), name = "house" } },
})
vim.lsp.buf_attach_client(0, client)
local function ask(method, extra)
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(), extra or {})
  local found = vim.lsp.buf_request_sync(0, method, params, 120000) or {}
  return found[client] and found[client].result
end
wait("diagnostics", function() return #vim.diagnostic.get(0) > 0 end)
note("problems", vim.tbl_map(function(d) return { d.lnum, d.message } end, vim.diagnostic.get(0)))

-- the wrong value is typed right, unsaved
vim.api.nvim_buf_set_text(0, 4, 47, 4, 48, { "1" })
wait("mended", function() return #vim.diagnostic.get(0) == 0 end)
note("mended", #vim.diagnostic.get(0))
note("modified", vim.bo.modified)

vim.api.nvim_win_set_cursor(0, { 5, 30 })
local hover = ask("textDocument/hover")
note("hover", hover and hover.contents.value or "")
local there = ask("textDocument/definition")
note("definition", there and there[1] and there[1].uri or "")
local symbols = ask("textDocument/documentSymbol")
note("symbols", vim.tbl_map(function(s) return s.name end, symbols or {}))

vim.api.nvim_buf_set_lines(0, 5, 5, false, { "  - {at: table.dir" })
vim.api.nvim_win_set_cursor(0, { 6, 17 })
vim.wait(100)
local params = vim.lsp.util.make_position_params()
params.position.character = 18
local found = vim.lsp.buf_request_sync(0, "textDocument/completion", params, 120000)
local labels = {}
for _, item in ipairs(found[client].result.items) do labels[#labels + 1] = item.label end
note("offered", vim.tbl_contains(labels, "table.direction"))
vim.fn.writefile(report, folder .. "/report.txt")
vim.lsp.stop_client(client)
vim.wait(300)
vim.cmd("qall!")
