// Other names: what speaks of a skill, a heading or a file follows.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { ask, folder, open, place, says, skill, test, tidy, until, write, writeSkill } from '../suite.js';

const root = '.claude/skills';

/** The text of a file of the folder as it is in the editor, else on the disk. */
function text(path: string): string {
  const file = `${folder()}/${path}`;
  return vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === file)?.getText() ?? readFileSync(file, 'utf8');
}

/** A skill with a page, and another one that speaks of both. */
async function known(name: string): Promise<vscode.Uri> {
  write(`${root}/${name}/refs/page.md`, '# Page\n\n[up](../SKILL.md#steps)\n');
  write(`${root}/${name}-user/SKILL.md`, `${skill(`${name}-user`)}\nRun /${name}, see [it](../${name}/SKILL.md#steps) and [p](../${name}/refs/page.md).\n`);
  const uri = write(`${root}/${name}/SKILL.md`, `${skill(name)}\n[r](refs/page.md)\n`);
  await writeSkill(`${name}-last`);
  await says(uri, []);
  return uri;
}

async function rename(uri: vscode.Uri, at: vscode.Position, name: string): Promise<void> {
  assert.ok(await vscode.workspace.applyEdit(await ask<vscode.WorkspaceEdit>('executeDocumentRenameProvider', uri, at, name)));
}

test('a skill’s other name is written wherever it is named', async () => {
  const uri = await known('old-name');
  const { document } = await open(uri);
  const at = place(document, 'old-name').start;
  assert.equal((await ask<{ placeholder: string }>('prepareRename', uri, at)).placeholder, 'old-name');
  // What this command gives has the directory's rename before the edits of the texts in it, so it is not applied here.
  const edit = await ask<vscode.WorkspaceEdit>('executeDocumentRenameProvider', uri, at, 'new-name');
  const written = edit.entries().map(([file, edits]) => [file.path.split('/').at(-2), edits.map(({ newText }) => newText)]);
  assert.deepEqual(written.sort(), [
    ['old-name', ['new-name']],
    ['old-name-user', ['new-name', '../new-name/SKILL.md', '../new-name/refs/page.md']],
  ]);
  await tidy();
});

test('a name that is taken is refused with the reason', async () => {
  const uri = await known('refused');
  const { document } = await open(uri);
  await assert.rejects(async () => rename(uri, place(document, 'refused').start, 'refused-last'), /refused-last/);
  assert.ok(existsSync(uri.fsPath) && !document.isDirty);
  await tidy();
});

test('a heading is renamed with its anchors', async () => {
  const uri = await known('headed');
  const { document } = await open(uri);
  await rename(uri, place(document, 'Steps').start, 'The way');
  assert.ok(document.getText().includes('\n# The way\n'));
  assert.ok(text(`${root}/headed/refs/page.md`).includes('[up](../SKILL.md#the-way)'));
  assert.ok(text(`${root}/headed-user/SKILL.md`).includes('../headed/SKILL.md#the-way'));
  await tidy();
});

test('links follow a file and a directory that are renamed in the editor', async () => {
  const uri = await known('moved');
  const { document } = await open(uri);
  const move = async (from: string, to: string) => {
    const edit = new vscode.WorkspaceEdit();
    edit.renameFile(vscode.Uri.joinPath(uri, '..', from), vscode.Uri.joinPath(uri, '..', to));
    assert.ok(await vscode.workspace.applyEdit(edit));
  };
  await move('refs/page.md', 'refs/my page.md');
  await until(() => document.getText().includes('[r](refs/my%20page.md)'), 'the own link follows');
  assert.ok(text(`${root}/moved-user/SKILL.md`).includes('[p](../moved/refs/my%20page.md)'));
  await move('refs', 'docs');
  await until(() => document.getText().includes('[r](docs/my%20page.md)'), 'it follows the directory');
  assert.ok(text(`${root}/moved-user/SKILL.md`).includes('[p](../moved/docs/my%20page.md)'));
  assert.ok(existsSync(vscode.Uri.joinPath(uri, '../docs/my page.md').fsPath));
  await vscode.workspace.saveAll();
  await says(uri, []);
  await tidy();
});
