import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import * as vscode from 'vscode';
import { codes, edit, extension, folder, open, says, skill, test, tidy, until, write, writeSkill } from '../suite.js';

const config = () => vscode.workspace.getConfiguration('skillLsp');

async function set(key: string, value: unknown): Promise<void> {
  await config().update(key, value, vscode.ConfigurationTarget.Workspace);
}

test('settings come into force, and what nobody set is as skill-lsp.toml says', async () => {
  const uri = await writeSkill('settings', 'Use: it.');
  await says(uri, ['unquoted-colon']);
  write('skill-lsp.toml', 'ignore = ["unquoted-colon"]\n');
  await says(uri, []);
  // Another setting than that of the file leaves it in force.
  await set('severity', { 'name-form': 'hint' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual(codes(uri), []);
  await set('ignore', ['name-form']);
  await says(uri, ['unquoted-colon']);
  await set('ignore', undefined);
  await says(uri, []);
  rmSync(`${folder()}/skill-lsp.toml`);
  await says(uri, ['unquoted-colon']);
  await set('severity', { 'unquoted-colon': 'hint' });
  await until(() => vscode.languages.getDiagnostics(uri)[0]?.severity === vscode.DiagnosticSeverity.Hint, 'it is a hint');
  await set('severity', undefined);
});

test('what is wrong in skill-lsp.toml is said while it is typed', async () => {
  const uri = write('skill-lsp.toml', 'ignore = ["unquoted-colon"]\n');
  const editor = await open(uri);
  const said = () => vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'skill-lsp');
  await edit(editor, 'ignore =', 'ignored =');
  const [fault] = await until(() => (said().length ? said() : undefined), 'it is told');
  assert.match(fault?.message ?? '', /ignored/);
  assert.equal(editor.document.getText(fault?.range), 'ignored');
  await edit(editor, 'ignored =', 'ignore =');
  await until(() => said().length === 0, 'nothing is wrong any more');
  await tidy();
  rmSync(uri.fsPath);
});

test('selected hosts are those that are spoken for', async () => {
  const uri = write('skills/chosen/SKILL.md', skill('Chosen Name'));
  const said = () => vscode.languages.getDiagnostics(uri).map(({ message }) => message).join('\n');
  await until(() => said().includes('open specification'), 'the specification minds');
  assert.ok(!said().includes('Zed'), said());
  await set('hosts', ['zed']);
  await until(() => said().includes('Zed'), 'Zed is spoken for');
  await set('hosts', undefined);
  await until(() => !said().includes('Zed'), 'Zed is spoken for no more');
});

test('problems can be pulled as well', async () => {
  const { server } = await extension();
  await set('diagnostics', 'pull');
  await vscode.commands.executeCommand('skillLsp.restart');
  const uri = await writeSkill('pulled', 'Use: it.');
  await open(uri);
  await says(uri, ['unquoted-colon']);
  await set('diagnostics', undefined);
  await vscode.commands.executeCommand('skillLsp.restart');
  await until(() => server().pid, 'the server runs');
  await says(uri, ['unquoted-colon']);
  await tidy();
});

test('settings of any type do no harm', async () => {
  const { server, request } = await extension();
  const uri = await writeSkill('wrongly-set', 'Use: it.');
  await says(uri, ['unquoted-colon']);
  const { pid } = server();
  const wrong = { hosts: 7, roots: 5, severity: [], ignore: 'x', perPathIgnores: 3, exclude: { a: 1 }, agents: 'q', lens: 7, inlayHints: 'no', approvalTimeout: 'long', logLevel: 9, formatting: 'x' };
  for (const [key, value] of Object.entries(wrong)) await set(key, value);
  await request('skill/tree', {});
  // The hosts can be selected where they were set to nonsense.
  const selecting = vscode.commands.executeCommand('skillLsp.selectHosts');
  await new Promise((resolve) => setTimeout(resolve, 500));
  await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  await selecting;
  assert.equal(server().pid, pid);
  await set('server.path', 3);
  const told = await until(() => request('skill/tree', {}).then(() => undefined, (error: Error) => error.message), 'it is refused');
  assert.match(told, /`skillLsp.server.path` is `3`, and there is no file/);
  await set('server.path', undefined);
  for (const key of Object.keys(wrong)) await set(key, undefined);
  await until(() => server().pid, 'the server runs again');
  await says(uri, ['unquoted-colon']);
  await vscode.commands.executeCommand('notifications.clearAll');
});
