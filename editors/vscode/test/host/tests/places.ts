import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { extension, open, previewShows, says, skill, test, tidy, until, write, writeSkill } from '../suite.js';

test('a very large file does no harm', async () => {
  const { server } = await extension();
  const uri = await writeSkill('huge');
  appendFileSync(uri.fsPath, 'All work and no play.\n'.repeat(3_000_000));
  const pid = server().pid;
  await vscode.commands.executeCommand('vscode.open', uri);
  await vscode.commands.executeCommand('skillLsp.previewRead', 'huge');
  await previewShows('huge (read)', 'truncated: true');
  assert.equal(server().pid, pid);
  await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '..'), { recursive: true });
  await tidy();
});

test('every command of the manifest is there', async () => {
  const own = vscode.extensions.getExtension('skill-lsp.skill-lsp');
  const commands = await vscode.commands.getCommands(true);
  const declared = (own?.packageJSON.contributes.commands as { command: string }[]).map(({ command }) => command);
  assert.ok(declared.length > 20);
  assert.deepEqual(declared.filter((command) => !commands.includes(command)), []);
});

test('a folder that is added is served', async () => {
  const other = write('../another/skills/far/SKILL.md', skill('far', 'Use: it.'));
  const root = vscode.Uri.joinPath(other, '../../..');
  const count = vscode.workspace.workspaceFolders?.length ?? 0;
  assert.ok(vscode.workspace.workspaceFolders?.some(({ uri }) => uri.toString() === root.toString()), `${count} folders`);
  await says(other, ['unquoted-colon']);
  await open(other);
  await vscode.commands.executeCommand('skillLsp.previewRead');
  await previewShows('far (read)', 'name: far');
  await until(() => vscode.window.visibleTextEditors.length === 2, 'the preview is beside the text');
  await tidy();
});
