"""A client that others wrote: pytest-lsp, which structures every message into the type of its method."""

import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SERVER = os.environ.get("SKILL_LSP", str(REPOSITORY / "target" / "debug" / "skill-lsp"))


def skill(name: str, description: str = "Does one thing well when asked.", body: str = "Do the work.") -> str:
    return f"---\nname: {name}\ndescription: {description}\n---\n\n# Steps\n\n{body}\n"


@pytest.fixture
def workspace(tmp_path: pathlib.Path) -> pathlib.Path:
    root = tmp_path.resolve()
    for file, text in {
        "skills/a/SKILL.md": skill("a", "Use: it."),
        "skills/b/SKILL.md": skill("b", body="See [r](refs/r.md)."),
    }.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[SERVER, "--stdio"]),
    params=["visual_studio_code", "neovim", "emacs"],
)
async def client(request, lsp_client: LanguageClient, workspace: pathlib.Path):
    capabilities = client_capabilities(request.param)
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    lsp_client.feature(types.WORKSPACE_CODE_LENS_REFRESH)(lambda params: None)
    lsp_client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(lambda params: None)
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[types.WorkspaceFolder(uri=workspace.as_uri(), name="w")],
            initialization_options={"diagnostics": "push"},
        )
    )
    lsp_client.workspace_root = workspace
    yield
    await lsp_client.shutdown_session()


def uri(client: LanguageClient, file: str) -> str:
    return (client.workspace_root / file).as_uri()


def document(client: LanguageClient, file: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri(client, file))


def open_file(client: LanguageClient, file: str, text: str) -> None:
    item = types.TextDocumentItem(uri=uri(client, file), language_id="markdown", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))


async def expect(client: LanguageClient, file: str, codes: list[str]) -> list[types.Diagnostic]:
    """Waits for the file's diagnostics to have these codes."""
    found: list[types.Diagnostic] = []
    for _ in range(1000):
        found = client.diagnostics.get(uri(client, file), [])
        if [one.code for one in found] == codes:
            return list(found)
        await asyncio.sleep(0.02)
    raise AssertionError(f"{file}: {codes} expected, {found} found")


def can_rename(client: LanguageClient) -> bool:
    """Whether the client makes and renames files for the server; this Emacs does not."""
    edit = client.capabilities.workspace.workspace_edit
    return bool(edit and edit.resource_operations)
