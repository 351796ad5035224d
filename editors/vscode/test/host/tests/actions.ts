// What can be done with a place beyond the fixes of the rules.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { ask, folder, place, says, test, tidy, until, write, writeSkill, writing } from '../suite.js';

/** Does what is offered at a part of the text under a title. */
async function act(document: vscode.TextDocument, part: string, title: string): Promise<void> {
  const { start } = place(document, part);
  const at = new vscode.Range(start, start);
  const found = await until(async () => {
    const offered = await ask<vscode.CodeAction[]>('executeCodeActionProvider', document.uri, at);
    return offered.find((action) => action.title === title);
  }, `“${title}” is offered`, 20_000);
  assert.ok(found.edit && (await vscode.workspace.applyEdit(found.edit)));
}

const sound = (name: string, body = '') => `---\nname: ${name}\ndescription: Does it.\n---\n${body}`;

test('a value is quoted, and a long one is written on one line', async () => {
  const { document } = await writing(await writeSkill('rewritten'), sound('rewritten'));
  await act(document, 'Does it.', 'Quote the value');
  assert.equal(document.getText(), '---\nname: rewritten\ndescription: "Does it."\n---\n');
  await writing(document.uri, '---\nname: rewritten\ndescription: >\n  Does this:\n  and that.\n---\n');
  await act(document, 'and that', 'Write `description` on one line');
  assert.equal(document.getText(), '---\nname: rewritten\ndescription: "Does this: and that."\n---\n');
  await tidy();
});

test('the file that a link names is made', async () => {
  const { document } = await writing(await writeSkill('making'), sound('making', '\n🦀 [x](refs/set-up.md)\n'));
  await says(document.uri, ['link-missing-file']);
  await act(document, 'refs/set-up', 'Make the file `set-up.md`');
  const made = vscode.Uri.joinPath(document.uri, '../refs/set-up.md');
  assert.equal((await vscode.workspace.openTextDocument(made)).getText(), '# set up\n');
  await vscode.workspace.saveAll();
  await says(document.uri, []);
  await tidy();
});

test('a long section moves into a file of its own', async () => {
  const lines = 'A line.\n'.repeat(12);
  const { document } = await writing(await writeSkill('splitting'), sound('splitting', `\n# Title\n\n## Long part\n\n${lines}\n## Rest\n`));
  await act(document, 'Long part', 'Move this section to `references/long-part.md`');
  const moved = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(document.uri, '../references/long-part.md'));
  assert.ok(moved.getText().includes(lines), moved.getText());
  assert.ok(!document.getText().includes('A line.') && document.getText().includes('](references/long-part.md)'), document.getText());
  await vscode.workspace.saveAll();
  await says(document.uri, []);
  await tidy();
});

test('front matter is added', async () => {
  const { document } = await writing(await writeSkill('bare'), '# Bare\n\nDoes one thing well.\n');
  await until(() => vscode.languages.getDiagnostics(document.uri).length, 'it is told');
  await act(document, '# Bare', 'Add front matter');
  assert.match(document.getText(), /^---\nname: bare\ndescription: .+\n---\n/);
  await tidy();
});

test('a skill moves to another root, and links follow', async () => {
  await writeSkill('resident', undefined, 'skills');
  const user = write('.claude/skills/moving-user/SKILL.md', sound('moving-user', '\nSee [it](../moving/SKILL.md).\n'));
  const uri = await writeSkill('moving');
  await says(user, ['link-leaves-skill']);
  const { document } = await writing(uri, sound('moving'));
  await document.save();
  const offered = await ask<vscode.CodeAction[]>('executeCodeActionProvider', uri, new vscode.Range(0, 0, 0, 0));
  const roots = offered.map(({ title }) => /^Move the skill to `(.*)`$/.exec(title)?.[1]).filter((root) => root !== undefined);
  assert.ok(roots.includes('skills'), roots.join());
  // As one does it: VS Code makes all changes of the action in their order.
  await vscode.commands.executeCommand('editor.action.codeAction', { kind: 'refactor.move', apply: 'first' });
  const moved = vscode.Uri.file(join(folder(), roots[0] ?? '', 'moving/SKILL.md'));
  await until(() => existsSync(moved.fsPath) && !existsSync(uri.fsPath), 'it is there');
  await vscode.workspace.saveAll();
  const followed = sound('moving-user', `\nSee [it](../../../${roots[0]}/moving/SKILL.md).\n`);
  await until(() => readFileSync(user.fsPath, 'utf8') === followed, 'the link of the other skill follows');
  await says(moved, []);
  await tidy();
});
