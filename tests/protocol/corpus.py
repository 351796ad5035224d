#!/usr/bin/env python3
"""Links and renaming on real skills, beside a reading of its own: no line of it is the server's.

usage: corpus.py CORPUS [COUNT] [SEED]; SKILL_LSP is the server. CORPUS is a directory with skills at any depth; a copy is
worked on. For COUNT skills taken at random, every inline link is read here with a regular expression and a slug function,
and the server's definition must go to the same file and line; then each is renamed over the protocol there and back, the
edits made here, and the bytes compared.
"""

import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import urllib.parse

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SERVER = os.environ.get("SKILL_LSP", str(REPOSITORY / "target" / "debug" / "skill-lsp"))
NEW_NAME = "renamed-for-a-moment"


class Client:
    def __init__(self, root: pathlib.Path):
        self.root = root
        self.process = subprocess.Popen([SERVER, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=root)
        self.id = 0
        self.said: dict[str, list[str]] = {}
        edit = {"documentChanges": True, "resourceOperations": ["create", "rename", "delete"]}
        self.request("initialize", {
            "processId": None,
            "rootUri": root.as_uri(),
            "capabilities": {"workspace": {"workspaceEdit": edit}, "general": {"positionEncodings": ["utf-16"]}},
        })
        self.notify("initialized", {})

    def send(self, message: dict) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method: str, params: dict) -> None:
        self.send({"method": method, "params": params})

    def request(self, method: str, params: dict):
        answer = self.call(method, params)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer.get("result")

    def call(self, method: str, params: dict) -> dict:
        self.id += 1
        self.send({"id": self.id, "method": method, "params": params})
        while True:
            length = 0
            while (line := self.process.stdout.readline().strip()):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            message = json.loads(self.process.stdout.read(length))
            if message.get("id") == self.id and "method" not in message:
                return message

    def diagnostics(self) -> collections.Counter:
        """How often each code is said of the workspace."""
        report = self.request("workspace/diagnostic", {"previousResultIds": []})
        return collections.Counter(one["code"] for item in report["items"] for one in item["items"])


def lines_of(text: str) -> list[str]:
    return re.split(r"\r\n|\r|\n", text)


def units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def place(text: str, offset: int) -> dict:
    lines = lines_of(text[:offset])
    return {"line": len(lines) - 1, "character": units(lines[-1])}


def masked(text: str) -> str:
    """The text with its front matter, code and comments blanked out, every place kept."""
    blank = lambda found: re.sub(r"[^\r\n]", " ", found.group())
    text = re.sub(r"\A\ufeff?---[ \t]*\r?\n.*?^---[ \t]*$", blank, text, flags=re.S | re.M)
    text = re.sub(r"^(?P<i>[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*)(?P<f>`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t>]*(?P=f)[`~]*[ \t]*\r?$|\Z)", blank, text, flags=re.S | re.M)
    text = re.sub(r"<!--.*?-->", blank, text, flags=re.S)
    return re.sub(r"(?<!`)(`+)(?!`)(?:(?!\n\s*\n).)*?(?<!`)\1(?!`)", blank, text, flags=re.S)


LINK = re.compile(r"\]\(\s*(?:<(?P<angle>[^<>\n]*)>|(?P<plain>[^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*))(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^)]*\)))?\s*\)")


def links(text: str):
    """Each inline link: where its destination is written, and the destination."""
    for found in LINK.finditer(masked(text)):
        group = "angle" if found.group("angle") is not None else "plain"
        destination = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", found.group(group))
        # `Type[T](x)` is code, an escaped bracket is text.
        opening = text.rfind("[", 0, found.start() + 1)
        if destination and not re.search(r"[A-Za-z0-9_]$", text[:opening]):
            yield found.start(group), destination


def headings(text: str):
    """Each heading outside of code: its line and its anchor."""
    seen: dict[str, int] = {}
    code = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", lambda found: found.group().strip("`"), text)
    bare = lines_of(masked(text))
    for number, line in enumerate(lines_of(text)):
        if not re.match(r"[ >]{0,6}#{1,6}(\s|$)", bare[number] if number < len(bare) else ""):
            continue
        title = re.sub(r"^[ >]*#{1,6}\s*|\s+#*\s*$", "", line)
        title = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", title)
        title = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", title).replace("**", "").replace("`", "")
        title = re.sub(r"(?<!\w)[*_](\S(?:.*?\S)?)[*_](?!\w)", r"\1", title)
        slug = "".join("-" if c == " " else c for c in title.strip().lower() if c in " -_" or unicodedata.category(c)[0] in "LN")
        count = seen.get(slug, 0)
        seen[slug] = count + 1
        yield number, slug if count == 0 else f"{slug}-{count}"


def expected(root: pathlib.Path, skill: pathlib.Path, file: pathlib.Path, destination: str):
    """The file and the line to which a link leads; None where it leads to no file of a skill."""
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|/|\\|~|www\.", destination) or re.search(r"[{}<>$*…]|\.\.\.|path/to/", destination):
        return None
    path, _, anchor = destination.partition("#")
    path = urllib.parse.unquote(path.partition("?")[0])
    if path:
        here = pathlib.Path(os.path.normpath(file.parent / path))
        top = pathlib.Path(os.path.normpath(skill / path))
        inside = lambda one, home: one.is_relative_to(home) and one.exists() and one.resolve().is_relative_to(home.resolve())
        if here.is_relative_to(skill):
            target = next((one for one in (here, top) if inside(one, skill)), None)
        else:
            # Out of the skill, perhaps into another one.
            up = [one for one in here.parents if one.is_relative_to(root) and (one / "SKILL.md").is_file()]
            target = here if up and inside(here, up[0]) else None
        if target is None or not target.is_file():
            return None
        target = target.resolve()
    else:
        target = file
    if not anchor:
        return target, 0
    wanted = urllib.parse.unquote(anchor).lower()
    text = target.read_text(errors="replace") if target.suffix.lower() == ".md" else ""
    text = target.read_bytes().decode(errors="replace") if text else ""
    for line, slug in headings(text):
        if slug == wanted:
            return target, line
    found = re.search(r"(?:id|name)=[\"']?" + re.escape(wanted) + r"[\"'\s>]", text, flags=re.I)
    if found:
        return target, place(text, found.start())["line"]
    line = re.match(r"l(\d+)", wanted)
    if line and 0 < int(line[1]) <= len(lines_of(text)):
        return target, int(line[1]) - 1
    return target, 0


def path_of(uri: str) -> pathlib.Path:
    return pathlib.Path(urllib.parse.unquote(urllib.parse.urlparse(uri).path))


def offset(text: str, at: dict) -> int:
    start = 0
    for _ in range(at["line"]):
        found = re.compile(r"\r\n|\r|\n").search(text, start)
        start = found.end()
    left = at["character"]
    while left > 0:
        left -= units(text[start])
        start += 1
    return start


def make(edit: dict) -> list[tuple[pathlib.Path, pathlib.Path]]:
    """Makes a workspace edit on disk; gives what was renamed."""
    renamed = []
    for change in edit["documentChanges"]:
        if change.get("kind") == "rename":
            old, new = path_of(change["oldUri"]), path_of(change["newUri"])
            assert not new.exists(), new
            old.rename(new)
            renamed.append((old, new))
            continue
        assert "edits" in change, change
        file = path_of(change["textDocument"]["uri"])
        text = file.read_bytes().decode()
        for one in sorted(change["edits"], key=lambda one: offset(text, one["range"]["start"]), reverse=True):
            start, end = offset(text, one["range"]["start"]), offset(text, one["range"]["end"])
            text = text[:start] + one["newText"] + text[end:]
        file.write_bytes(text.encode())
    return renamed


def everything(root: pathlib.Path) -> dict:
    found = {}
    for base, dirs, files in os.walk(root):
        dirs[:] = [name for name in dirs if name != ".git"]
        for name in files + [one for one in dirs if os.path.islink(os.path.join(base, one))]:
            path = os.path.join(base, name)
            found[path] = os.readlink(path) if os.path.islink(path) else open(path, "rb").read()
    return found


def changed(client: Client, paths) -> None:
    changes = [{"uri": path.as_uri(), "type": 2} for path in paths]
    client.notify("workspace/didChangeWatchedFiles", {"changes": changes})


def check_links(client: Client, root: pathlib.Path, skills: list[pathlib.Path]) -> tuple[int, int, list[str]]:
    asked, leading, wrong = 0, 0, []
    for skill in skills:
        nested = [path.parent for path in skill.rglob("SKILL.md") if path.parent != skill]
        for file in sorted(skill.rglob("*.md")):
            if any(file.is_relative_to(one) for one in nested) or file.is_symlink() or not file.is_file():
                continue
            if "node_modules" in file.parts:
                continue
            text = file.read_bytes().decode(errors="replace")
            for start, destination in links(text):
                want = expected(root, skill, file, destination)
                params = {"textDocument": {"uri": file.as_uri()}, "position": place(text, start)}
                got = client.request("textDocument/definition", params)
                is_ = (path_of(got["uri"]).resolve(), got["range"]["start"]["line"]) if got else None
                want = (want[0].resolve(), want[1]) if want else None
                asked += 1
                leading += want is not None
                if is_ != want:
                    wrong.append(f"{file}:{place(text, start)['line'] + 1}: {destination}: {want} expected, {is_} given")
    return asked, leading, wrong


def check_renames(client: Client, root: pathlib.Path, skills: list[pathlib.Path]) -> tuple[int, list[str], list[str]]:
    done, refused, wrong = 0, [], []
    for skill in skills:
        entry = skill / "SKILL.md"
        before, said = everything(root), client.diagnostics()
        text = entry.read_bytes().decode(errors="replace")
        named = re.search(r"^name:[ \t]*(?=\S)", text, flags=re.M)
        if not named:
            refused.append(f"{skill}: no name")
            continue
        at = place(text, named.end())
        prepare = client.call("textDocument/prepareRename", {"textDocument": {"uri": entry.as_uri()}, "position": at})
        if not prepare.get("result"):
            refused.append(f"{skill}: {prepare.get('error', {}).get('message')}")
            continue
        old = prepare["result"]["placeholder"]
        rename = lambda file, name: client.call("textDocument/rename", {"textDocument": {"uri": file.as_uri()}, "position": at, "newName": name})
        there = rename(entry, NEW_NAME)
        if "error" in there:
            refused.append(f"{skill}: {there['error']['message']}")
            continue
        renamed = make(there["result"])
        changed(client, [path for pair in renamed for path in pair] + [path_of(one["textDocument"]["uri"]) for one in there["result"]["documentChanges"] if "edits" in one])
        new = client.diagnostics() - said
        if new:
            wrong.append(f"{skill}: new: {dict(new)}")
        moved = renamed[0][1] / "SKILL.md" if renamed else entry
        back = rename(moved, old)
        if "error" in back:
            refused.append(f"{skill}, back to `{old}`: {back['error']['message']}")
            for path in set(everything(root)) - set(before):
                os.unlink(path)
            for old_dir, new_dir in renamed:
                new_dir.rename(old_dir) if new_dir.exists() else None
            for path, content in before.items():
                if isinstance(content, bytes):
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    open(path, "wb").write(content)
                elif not os.path.islink(path):
                    os.makedirs(os.path.dirname(path), exist_ok=True)
                    os.symlink(content, path)
            for old_dir, new_dir in renamed:
                shutil.rmtree(new_dir, ignore_errors=True)
            client.request("workspace/executeCommand", {"command": "skill-lsp.rescan"})
            continue
        renamed_back = make(back["result"])
        changed(client, [path for pair in renamed_back for path in pair] + [path_of(one["textDocument"]["uri"]) for one in back["result"]["documentChanges"] if "edits" in one])
        done += 1
        after = everything(root)
        if after != before:
            differs = [path for path in sorted(set(before) | set(after)) if before.get(path) != after.get(path)]
            wrong.append(f"{skill}: other bytes in {differs}")
    return done, refused, wrong


def main() -> int:
    corpus = pathlib.Path(sys.argv[1]).resolve()
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    with tempfile.TemporaryDirectory(prefix="skill-lsp-corpus-") as temporary:
        root = pathlib.Path(temporary).resolve() / "w"
        shutil.copytree(corpus, root, symlinks=True)
        entries = sorted(path for path in root.rglob("SKILL.md") if path.is_file() and not path.parent.is_symlink())
        entries = [path for path in entries if not any((up / "SKILL.md").exists() for up in path.parent.parents if up.is_relative_to(root))]
        skills = random.Random(seed).sample([path.parent for path in entries], min(count, len(entries)))
        asked = leading = done = 0
        refused, wrong_links, wrong = [], [], []
        # Each repository is a workspace, as for its authors.
        for repository in sorted({skill.relative_to(root).parts[0] for skill in skills}):
            own = [skill for skill in skills if skill.relative_to(root).parts[0] == repository]
            client = Client(root / repository)
            try:
                found = check_links(client, root / repository, own)
                asked, leading, wrong_links = asked + found[0], leading + found[1], wrong_links + found[2]
                found = check_renames(client, root / repository, own)
                done, refused, wrong = done + found[0], refused + found[1], wrong + found[2]
            finally:
                client.process.kill()
                client.process.wait()
        print(f"{len(skills)} skills: {asked} inline links, {leading} lead to a file; {len(wrong_links)} differ from the reading here")
        print(f"renamed there and back: {done}; refused: {len(refused)}; wrong: {len(wrong)}")
        for line in wrong_links + wrong + [f"refused: {line}" for line in refused]:
            print(" ", line.replace(str(root) + "/", ""))
    return 1 if wrong_links or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
