"""A client that others wrote: pytest-lsp, which structures every message into the type of its method."""

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
