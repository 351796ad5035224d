import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { edit, extension, open, preview, previewShows, says, skill, test, tidy, until, write, writeSkill } from '../suite.js';

test('the server is the bundled one', async () => {
  const { server } = await extension();
  const { path, version } = await until(() => (server().path ? server() : undefined), 'the server runs');
  const own = vscode.extensions.getExtension('skill-lsp.skill-lsp');
  assert.ok(path?.startsWith(own?.extensionPath ?? '?'), path);
  assert.equal(version, own?.packageJSON.version);
});

test('a server that is killed comes back, with the open texts', async () => {
  const { server } = await extension();
  const uri = await writeSkill('crash');
  const editor = await open(uri);
  await vscode.commands.executeCommand('skillLsp.previewRead');
  await previewShows('crash (read)', 'Do the work.');
  await edit(editor, 'Does one thing well when asked.', 'Use: it.');
  await says(uri, ['unquoted-colon']);
  const pid = server().pid;
  assert.ok(pid);
  process.kill(pid, 'SIGKILL');
  await until(() => server().pid !== undefined && server().pid !== pid, 'another server runs');
  await until(() => server().documents.includes(uri.toString()), 'it has the open text');
  await says(uri, ['unquoted-colon']);
  await edit(editor, 'Use: it.', 'Fine again.');
  await says(uri, []);
  await previewShows('crash (read)', 'Fine again.');
  await tidy();
});

test('what a server that is gone has said does not stay', async () => {
  const { server } = await extension();
  const uri = await writeSkill('unsaid', 'Use: it.');
  await says(uri, ['unquoted-colon']);
  const pid = server().pid;
  assert.ok(pid);
  // Mended before it can notice: the next one finds nothing to say.
  process.kill(pid, 'SIGSTOP');
  write('.claude/skills/unsaid/SKILL.md', skill('unsaid'));
  process.kill(pid, 'SIGKILL');
  await until(() => server().pid !== undefined && server().pid !== pid, 'another server runs');
  await says(uri, []);
});

test('the server is restarted on demand', async () => {
  const { server } = await extension();
  const pid = await until(() => server().pid, 'a server runs');
  const uri = await writeSkill('restart', 'Use: it.');
  await open(uri);
  await says(uri, ['unquoted-colon']);
  await vscode.commands.executeCommand('skillLsp.restart');
  const now = server().pid;
  assert.ok(now !== undefined && now !== pid, `${pid} then, ${now} now`);
  await says(uri, ['unquoted-colon']);
  await until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  }, 'the old one is gone');
  await vscode.commands.executeCommand('skillLsp.previewRead');
  await previewShows('restart (read)', 'Use: it.');
  assert.ok(preview('restart (read)'));
  await tidy();
});

test('five crashes are enough: then it waits to be started', async () => {
  const { server } = await extension();
  await vscode.commands.executeCommand('skillLsp.restart');
  for (let crash = 1; crash <= 5; crash += 1) {
    const pid = await until(() => server().pid, `server ${crash} runs`);
    // Killed in the middle of its greeting it would not be a crash of a server that ran.
    await until(() => vscode.commands.executeCommand('skill-lsp.list').then(() => true, () => false), 'it answers');
    process.kill(pid, 'SIGKILL');
    await until(() => server().pid !== pid, `server ${crash} is gone`);
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  assert.equal(server().pid, undefined);
  await vscode.commands.executeCommand('skillLsp.restart');
  await until(() => server().pid, 'it runs again');
  const uri = await writeSkill('after', 'Use: it.');
  await open(uri);
  await says(uri, ['unquoted-colon']);
  await vscode.commands.executeCommand('notifications.clearAll');
  await tidy();
});
