"""Each kind of help while writing, every message valid by type."""

import pytest
from conftest import can_rename, document, expect, open_file, skill, uri
from lsprotocol import types
from pytest_lsp import LanguageClient

ENTRY = ".claude/skills/demo/SKILL.md"
HEAD = "---\nname: demo\ndescription: Does it.\n"
BODY = HEAD + "---\n\n# Top\n\n"


def add(client: LanguageClient, files: dict[str, str]) -> None:
    """Makes files, and says so as an editor does."""
    events = []
    for file, text in files.items():
        path = client.workspace_root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        events.append(types.FileEvent(uri=path.as_uri(), type=types.FileChangeType.Created))
    client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(events))


async def demo(client: LanguageClient) -> None:
    add(
        client,
        {
            ENTRY: BODY,
            ".claude/skills/demo/refs/p.md": "# First\n\nSecond.\n\n## Part\n\nThird.\n",
            ".claude/skills/demo/pic.png": "x",
            ".claude/skills/demo/scripts/run.sh": "echo run\n",
            ".claude/skills/review/SKILL.md": skill("review", "Reviews a change."),
            ".claude/skills/wrong/SKILL.md": "no front matter\n",
        },
    )
    # When this is spoken of, the others are known.
    await expect(client, ".claude/skills/wrong/SKILL.md", ["front-matter-missing"])


def split(drawn: str) -> tuple[str, types.Position]:
    """A text and where its cursor is; the client's columns are UTF-16, or UTF-8 where no other letter stands before."""
    before, after = drawn.split("|")
    line = before.rsplit("\n", 1)[-1]
    return before + after, types.Position(before.count("\n"), len(line))


async def opened(client: LanguageClient, drawn: str) -> dict:
    text, position = split(drawn)
    version = getattr(client, "opened", 0) + 1
    client.opened = version
    if version == 1:
        open_file(client, ENTRY, text)
    else:
        whole = types.TextDocumentContentChangeWholeDocument(text=text)
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version=version, uri=uri(client, ENTRY)), [whole]
            )
        )
    return {"text_document": document(client, ENTRY), "position": position}


@pytest.mark.asyncio
async def test_completion_of_each_kind(client: LanguageClient):
    await demo(client)
    for drawn, label, written in [
        ("|", "---", "---\nname: demo\n"),
        (HEAD + "lic|\n---\n", "license", "license: "),
        ("---\nname: x|\n---\n", "demo", "demo"),
        (HEAD + "effort: |\n---\n", "high", "high"),
        (HEAD + "allowed-tools: Read, |\n---\n", "Grep", "Grep"),
        (BODY + "[p](|)\n", "refs/p.md", "refs/p.md"),
        (BODY + "![p](|)\n", "pic.png", "pic.png"),
        (BODY + "Run `scr|`\n", "scripts/run.sh", "scripts/run.sh"),
        (BODY + "[t](#|)\n", "top", "top"),
        (BODY + "[t](refs/p.md#|)\n", "part", "part"),
        (BODY + "Then /re|\n", "/review", "/review"),
        (BODY + "Do $|\n", "$ARGUMENTS", "$ARGUMENTS"),
    ]:
        found = await client.text_document_completion_async(types.CompletionParams(**await opened(client, drawn)))
        items = {item.label: item for item in found.items}
        assert label in items, f"{drawn!r}: {sorted(items)}"
        text = items[label].text_edit.new_text.replace("\\$", "$")
        assert text.startswith(written) or text.endswith(written), f"{drawn!r}: {text!r}"
        if items[label].insert_text_format == types.InsertTextFormat.Snippet:
            item = client.capabilities.text_document.completion.completion_item
            assert item.snippet_support, "a snippet for a client that has none"


@pytest.mark.asyncio
async def test_hover_of_each_kind(client: LanguageClient):
    await demo(client)
    body = BODY + "[all](refs/p.md) [part](refs/p.md#part) `scripts/run.sh` /review $ARGUMENTS\n"
    for at, parts in {
        "---\nname": ["**demo**, a skill in", "(an estimate)"],
        "name: demo": ["`name`", "The list shows it as it is written."],
        "Does it": ["8 of 1,024", "(an estimate)"],
        "p.md) [part": ["`refs/p.md`", "# First"],
        "part)": ["## Part", "Third."],
        "run.sh": ["`scripts/run.sh`, 9 bytes", "echo run"],
        "review $": ["Reviews a change."],
        "ARGUMENTS": ["is replaced by"],
    }.items():
        drawn = body.replace(at, at[0] + "|" + at[1:], 1)
        hover = await client.text_document_hover_async(types.HoverParams(**await opened(client, drawn)))
        for part in parts:
            assert part in hover.contents.value, f"{at}: {hover.contents.value}"


async def actions(client: LanguageClient, drawn: str) -> dict[str, types.CodeAction]:
    place = await opened(client, drawn)
    found = await client.text_document_code_action_async(
        types.CodeActionParams(
            place["text_document"],
            types.Range(place["position"], place["position"]),
            types.CodeActionContext(diagnostics=[]),
        )
    )
    return {action.title: action for action in found or []}


def edits(action: types.CodeAction) -> list[str]:
    """What an action writes, and of which kind its other changes are."""
    out = []
    for change in action.edit.document_changes or []:
        out += [edit.new_text for edit in change.edits] if hasattr(change, "edits") else [change.kind]
    for change in (action.edit.changes or {}).values():
        out += [edit.new_text for edit in change]
    return out


@pytest.mark.asyncio
async def test_actions_of_each_kind(client: LanguageClient):
    await demo(client)
    found = await actions(client, HEAD.replace("Does", "Do|es") + "---\n")
    assert edits(found["Quote the value"]) == ['"Does it."']
    assert found["Quote the value"].kind == types.CodeActionKind.RefactorRewrite
    found = await actions(client, "---\nname: demo\ndescr|iption: >\n  Do: this\n  and that.\n---\n")
    assert edits(found["Write `description` on one line"]) == [' "Do: this and that."']
    found = await actions(client, "# Only| a title\n")
    assert edits(found["Add front matter"])[0].startswith("---\nname: demo\n")
    makes = can_rename(client)
    found = await actions(client, BODY + "[x](refs/ne|w.md)\n")
    assert ("Make the file `new.md`" in found) == makes
    found = await actions(client, BODY + "## The |part\n\n" + "line\n" * 12)
    title = "Move this section to `references/the-part.md`"
    assert (title in found) == makes
    if makes:
        written = edits(found[title])
        assert written[0] == "create" and written[1] == "# The part\n\n" + "line\n" * 12
        assert "See [The part](references/the-part.md)." in written[2]
    found = await actions(client, BODY.replace("name", "na|me"))
    assert ("Move the skill to `skills`" in found) == makes
    if makes:
        assert edits(found["Move the skill to `skills`"])[-1] == "rename"


@pytest.mark.asyncio
async def test_rename_of_a_heading(client: LanguageClient):
    await demo(client)
    place = await opened(client, BODY.replace("# Top", "# T|op") + "[t](#top)\n")
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
    assert prepared.placeholder == "Top"
    edit = await client.text_document_rename_async(types.RenameParams(**place, new_name="New one"))
    changes = edit.document_changes or []
    written = [one.new_text for change in changes for one in change.edits]
    written += [one.new_text for change in (edit.changes or {}).values() for one in change]
    assert sorted(written) == ["New one", "new-one"]


@pytest.mark.asyncio
async def test_formatting_by_setting_alone(client: LanguageClient):
    await demo(client)
    place = await opened(client, "|---\nname:   demo\n---\n\n*   a\n")
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    ask = types.DocumentFormattingParams(place["text_document"], options)
    assert not await client.text_document_formatting_async(ask)
    client.set_configuration({"skillLsp": {"formatting": True}})
    settings = types.DidChangeConfigurationParams(settings={"skillLsp": {"formatting": True}})
    client.workspace_did_change_configuration(settings)
    for _ in range(200):
        edits = await client.text_document_formatting_async(ask)
        if edits:
            break
    assert [(edit.range.start.line, edit.new_text) for edit in edits] == [(1, ": ")]
    first = types.Range(types.Position(0, 0), types.Position(0, 3))
    ask = types.DocumentRangeFormattingParams(place["text_document"], first, options)
    assert not await client.text_document_range_formatting_async(ask)


@pytest.mark.asyncio
async def test_tokens_of_a_range(client: LanguageClient):
    await demo(client)
    place = await opened(client, BODY + "/review|\n\n$ARGUMENTS\n")
    tokens = await client.text_document_semantic_tokens_range_async(
        types.SemanticTokensRangeParams(
            place["text_document"], types.Range(types.Position(9, 0), types.Position(10, 0))
        )
    )
    assert list(tokens.data) == [9, 0, 10, 1, 0]


@pytest.mark.asyncio
async def test_files_that_were_renamed(client: LanguageClient):
    await demo(client)
    add(client, {".claude/skills/demo/SKILL.md": BODY + "[p](refs/p.md)\n"})
    old, new = client.workspace_root / ".claude/skills/demo/refs/p.md", client.workspace_root / "p.md"
    old.rename(new)
    moved = types.RenameFilesParams([types.FileRename(old.as_uri(), new.as_uri())])
    client.workspace_did_rename_files(moved)
    await expect(client, ENTRY, ["link-missing-file"])
