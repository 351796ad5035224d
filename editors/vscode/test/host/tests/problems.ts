import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import { codes, open, says, skill, test, tidy, until, write, writeSkill } from '../suite.js';

test('columns count as VS Code counts, also behind characters of two units', async () => {
  const uri = await writeSkill('columns', '🦀🦀 Use: it.');
  await says(uri, ['unquoted-colon']);
  const [said] = vscode.languages.getDiagnostics(uri);
  const { document } = await open(uri);
  assert.equal(said?.range.start.line, 2);
  assert.equal(document.getText(said?.range), ':');
  assert.equal(said?.range.start.character, 'description: 🦀🦀 Use'.length);
  await tidy();
});

test('a byte order mark is told in an open file as well, though the editor shows none', async () => {
  const uri = write('.claude/skills/with-mark/SKILL.md', `\uFEFF${skill('with-mark', 'Use: it.')}`);
  const both = ['byte-order-mark', 'unquoted-colon'];
  await says(uri, both);
  const { document } = await open(uri);
  assert.ok(document.getText().startsWith('---'));
  await until(() => codes(uri).length > 0, 'the open file has problems');
  await says(uri, both);
  await vscode.commands.executeCommand('skillLsp.fixAll');
  await until(() => document.getText().includes('description: "Use: it."'), 'the description is quoted');
  assert.ok(document.getText().startsWith('---\nname: with-mark\n'), document.getText());
  await says(uri, ['byte-order-mark']);
  await tidy();
});

test('all safe problems of a file are fixed at once, without saving it', async () => {
  const uri = await writeSkill('fixed', 'Use: it.');
  const { document } = await open(uri);
  await says(uri, ['unquoted-colon']);
  await vscode.commands.executeCommand('skillLsp.fixAll');
  await until(() => document.getText().includes('description: "Use: it."'), 'the description is quoted');
  assert.ok(document.isDirty);
  await says(uri, []);
  await tidy();
});

test('all safe problems of the workspace are fixed at once', async () => {
  // The editor opens no file with such bytes as a text: it is passed over, whatever its place.
  const binary = write('.claude/skills/fix-binary/SKILL.md', skill('fix-binary', 'a\0b'));
  await until(() => codes(binary).length, 'the binary file has problems');
  const files = ['one', 'two'].map((name) => write(`.claude/skills/fix-${name}/SKILL.md`, skill(`fix-${name}`, 'Use: it.')));
  for (const uri of files) await says(uri, ['unquoted-colon']);
  // Its closing message waits for an answer that nobody gives here.
  void vscode.commands.executeCommand('skillLsp.fixAllInWorkspace');
  for (const uri of files) await says(uri, []);
  for (const uri of files) {
    const document = await vscode.workspace.openTextDocument(uri);
    assert.ok(document.getText().includes('description: "Use: it."'));
  }
  rmSync(dirname(binary.fsPath), { recursive: true });
  await vscode.commands.executeCommand('notifications.clearAll');
  await tidy();
});

test('fixing on saving is the editor’s own setting', async () => {
  const config = vscode.workspace.getConfiguration('editor');
  await config.update('codeActionsOnSave', { 'source.fixAll': 'explicit' }, vscode.ConfigurationTarget.Workspace);
  const uri = await writeSkill('on-save', 'Use: it.');
  const { document } = await open(uri);
  await says(uri, ['unquoted-colon']);
  await vscode.commands.executeCommand('workbench.action.files.save');
  await until(() => document.getText().includes('"Use: it."') && !document.isDirty, 'it is fixed and saved');
  await config.update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Workspace);
  await tidy();
});

test('a rule is explained by its page', async () => {
  await vscode.commands.executeCommand('skillLsp.explainRule', 'unquoted-colon');
  const page = await vscode.workspace.openTextDocument(vscode.Uri.parse('skill-lsp-rule:/unquoted-colon.md'));
  assert.match(page.getText(), /^# unquoted-colon\n/);
  assert.match(page.getText(), /Why it matters/);
  assert.match(page.getText(), /\*\*Fix:\*\* safe\./);
  await tidy();
});

test('skills that come and go outside the editor are noticed', async () => {
  const uri = await writeSkill('passing', 'Use: it.');
  await says(uri, ['unquoted-colon']);
  await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '..'), { recursive: true });
  await until(() => codes(uri).length === 0, 'nothing is said of a skill that is gone');
});
