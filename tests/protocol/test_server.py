"""The main scenarios, every message valid by type."""

import pytest
from conftest import can_rename, document, expect, open_file, skill, uri
from lsprotocol import types
from pytest_lsp import LanguageClient


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


@pytest.mark.asyncio
async def test_navigation(client: LanguageClient):
    page = client.workspace_root / "skills/b/refs/r.md"
    page.parent.mkdir()
    page.write_text("# R\n\n## Part\n\n[up](../SKILL.md#steps)\n")
    text = skill("b", body="See [r](refs/r.md#part) and /a.")
    open_file(client, "skills/b/SKILL.md", text)
    await expect(client, "skills/b/SKILL.md", [])
    at = lambda file, line, character: {
        "text_document": document(client, file), "position": types.Position(line, character)
    }
    found = await client.text_document_definition_async(types.DefinitionParams(**at("skills/b/SKILL.md", 7, 12)))
    first = found[0] if isinstance(found, list) else found
    assert (getattr(first, "target_uri", None) or first.uri) == page.as_uri()
    assert (getattr(first, "target_range", None) or first.range).start.line == 2
    links = await client.text_document_document_link_async(
        types.DocumentLinkParams(document(client, "skills/b/SKILL.md"))
    )
    assert [link.target for link in links] == [page.as_uri() + "#L3", uri(client, "skills/a/SKILL.md") + "#L2"]
    references = await client.text_document_references_async(
        types.ReferenceParams(
            **at("skills/a/SKILL.md", 1, 6), context=types.ReferenceContext(include_declaration=False)
        )
    )
    assert [one.uri for one in references] == [uri(client, "skills/b/SKILL.md")]
    marks = await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**at("skills/b/SKILL.md", 5, 3))
    )
    assert [mark.kind for mark in marks] == [types.DocumentHighlightKind.Write]
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document(client, "skills/b/SKILL.md"))
    )
    assert [symbol.name for symbol in symbols] == ["name", "description", "Steps"]
    skills = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="b"))
    assert [one.name for one in skills] == ["b"]
    folds = await client.text_document_folding_range_async(
        types.FoldingRangeParams(document(client, "skills/b/SKILL.md"))
    )
    assert (folds[0].start_line, folds[0].end_line) == (0, 3)
    (grown,) = await client.text_document_selection_range_async(
        types.SelectionRangeParams(document(client, "skills/b/SKILL.md"), [types.Position(1, 6)])
    )
    assert grown.parent is not None


@pytest.mark.asyncio
async def test_rename(client: LanguageClient):
    open_file(client, "skills/b/SKILL.md", skill("b", body="After /a."))
    place = {"text_document": document(client, "skills/a/SKILL.md"), "position": types.Position(1, 6)}
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
    assert prepared.placeholder == "a"
    if not can_rename(client):
        with pytest.raises(Exception, match="rename `skills/a` yourself"):
            await client.text_document_rename_async(types.RenameParams(**place, new_name="new-one"))
        return
    edit = await client.text_document_rename_async(types.RenameParams(**place, new_name="new-one"))
    kinds = [getattr(change, "kind", "edit") for change in edit.document_changes]
    assert kinds == ["edit", "edit", "rename"]
    with pytest.raises(Exception, match="already that of"):
        await client.text_document_rename_async(types.RenameParams(**place, new_name="b"))
    old, new = uri(client, "skills/a"), uri(client, "skills/c")
    edit = await client.workspace_will_rename_files_async(types.RenameFilesParams([types.FileRename(old, new)]))
    assert len(edit.document_changes) == 2


@pytest.mark.asyncio
async def test_further_actions(client: LanguageClient):
    place = types.Position(7, 10)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            document(client, "skills/b/SKILL.md"), types.Range(place, place), types.CodeActionContext(diagnostics=[])
        )
    )
    made = [action for action in actions if action.title == "Make the file `r.md`"]
    if not can_rename(client):
        assert made == []
        return
    (made,) = made
    assert [getattr(change, "kind", "edit") for change in made.edit.document_changes] == ["create", "edit"]


@pytest.mark.asyncio
async def test_lenses_hints_and_tokens(client: LanguageClient):
    text = f"---\nname: a\ndescription: {'x' * 1000}\n---\n\nSee [b](../b/SKILL.md) and [me](SKILL.md).\n"
    open_file(client, "skills/a/SKILL.md", text)
    lenses = await client.text_document_code_lens_async(
        types.CodeLensParams(document(client, "skills/a/SKILL.md"))
    )
    assert [lens.command.command for lens in lenses] == [
        "skill-lsp.list", "skill-lsp.read", "skill-lsp.showHosts", "skill-lsp.read"
    ]
    hosts = await client.workspace_execute_command_async(
        types.ExecuteCommandParams(command=lenses[2].command.command, arguments=lenses[2].command.arguments)
    )
    assert len(hosts) == 1
    whole = types.Range(types.Position(0, 0), types.Position(9, 0))
    (hint,) = await client.text_document_inlay_hint_async(
        types.InlayHintParams(document(client, "skills/a/SKILL.md"), whole)
    )
    assert hint.label.startswith("1,000 of 1,024") and hint.position.line == 2
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(document(client, "skills/a/SKILL.md"))
    )
    assert len(tokens.data) % 5 == 0 and tokens.data[0] == 5
    hover = await client.text_document_hover_async(
        types.HoverParams(document(client, "skills/a/SKILL.md"), types.Position(2, 4))
    )
    assert "1,000 of 1,024" in hover.contents.value
