"""The main scenarios, every message valid by type."""

import asyncio

import pytest
from conftest import skill
from lsprotocol import types
from pytest_lsp import LanguageClient


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


@pytest.mark.asyncio
async def test_diagnostics_of_files_that_are_not_open(client: LanguageClient):
    (found,) = await expect(client, "skills/a/SKILL.md", ["unquoted-colon"])
    assert found.source == "skill-lsp"
    assert found.severity == types.DiagnosticSeverity.Error
    await expect(client, "skills/b/SKILL.md", ["link-missing-file"])


@pytest.mark.asyncio
async def test_typing(client: LanguageClient):
    open_file(client, "skills/a/SKILL.md", skill("a"))
    await expect(client, "skills/a/SKILL.md", [])
    change = types.TextDocumentContentChangePartial(
        range=types.Range(types.Position(2, 13), types.Position(2, 17)), text="Do: it"
    )
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version=2, uri=uri(client, "skills/a/SKILL.md")), [change]
        )
    )
    await expect(client, "skills/a/SKILL.md", ["unquoted-colon"])
    client.text_document_did_close(types.DidCloseTextDocumentParams(document(client, "skills/a/SKILL.md")))
    (found,) = await expect(client, "skills/a/SKILL.md", ["unquoted-colon"])
    assert found.range.start.line == 2


@pytest.mark.asyncio
async def test_watched_files(client: LanguageClient):
    await expect(client, "skills/b/SKILL.md", ["link-missing-file"])
    page = client.workspace_root / "skills/b/refs/r.md"
    page.parent.mkdir()
    page.write_text("# R\n")
    event = types.FileEvent(uri=page.as_uri(), type=types.FileChangeType.Created)
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([event]))
    await expect(client, "skills/b/SKILL.md", [])


@pytest.mark.asyncio
async def test_code_actions(client: LanguageClient):
    open_file(client, "skills/a/SKILL.md", skill("a", "Use: it."))
    (found,) = await expect(client, "skills/a/SKILL.md", ["unquoted-colon"])
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            document(client, "skills/a/SKILL.md"), found.range, types.CodeActionContext(diagnostics=[found])
        )
    )
    kinds = {action.kind for action in actions}
    assert {types.CodeActionKind.QuickFix, "source.fixAll.skill-lsp"} <= kinds
    assert all(action.edit.changes or action.edit.document_changes for action in actions)


@pytest.mark.asyncio
async def test_hover_and_commands(client: LanguageClient):
    hover = await client.text_document_hover_async(
        types.HoverParams(document(client, "skills/a/SKILL.md"), types.Position(2, 16))
    )
    assert "unquoted-colon" in hover.contents.value
    listed = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command="skill-lsp.list", arguments=[])
    )
    names = [one.name if hasattr(one, "name") else one["name"] for one in (
        listed.skills if hasattr(listed, "skills") else listed["skills"]
    )]
    assert names == ["a", "b"]


@pytest.mark.asyncio
async def test_pulled_diagnostics(client: LanguageClient):
    report = await client.text_document_diagnostic_async(
        types.DocumentDiagnosticParams(document(client, "skills/a/SKILL.md"))
    )
    assert [one.code for one in report.items] == ["unquoted-colon"]
    whole = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous_result_ids=[]))
    assert {item.uri for item in whole.items} == {uri(client, "skills/a/SKILL.md"), uri(client, "skills/b/SKILL.md")}


@pytest.mark.asyncio
async def test_completion(client: LanguageClient):
    open_file(client, "skills/a/SKILL.md", "---\nname: a\nli\n---\n\n[x](\n")
    async def labels(line: int, character: int) -> list[str]:
        found = await client.text_document_completion_async(
            types.CompletionParams(document(client, "skills/a/SKILL.md"), types.Position(line, character))
        )
        assert all(item.text_edit for item in found.items)
        return [item.label for item in found.items]

    assert "license" in await labels(2, 2)
    assert "name" not in await labels(2, 2)
    page = client.workspace_root / "skills/a/page.md"
    page.write_text("# Page\n")
    assert "page.md" in await labels(5, 4)
