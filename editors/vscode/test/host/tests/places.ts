import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

/** What the manifest has for one step of the walkthrough. */
interface Step {
  description: string;
  media: { markdown: string };
  completionEvents: string[];
}

test('the steps of the walkthrough lead to commands that are there, and show pictures that came along', async () => {
  const own = vscode.extensions.getExtension('skill-lsp.skill-lsp');
  const [walkthrough] = own?.packageJSON.contributes.walkthroughs as { steps: Step[] }[];
  const there = await vscode.commands.getCommands(true);
  assert.equal(walkthrough?.steps.length, 4);
  for (const { description, media, completionEvents } of walkthrough.steps) {
    const offered = [...description.matchAll(/\]\(command:([\w.]+)\)/g)].map(([, command]) => command ?? '');
    const ending = completionEvents.map((event) => event.replace('onCommand:', ''));
    assert.ok(offered.length && offered.some((command) => ending.includes(command)), description);
    assert.deepEqual([...offered, ...ending].filter((command) => !there.includes(command)), []);
    const page = join(own?.extensionPath ?? '', media.markdown);
    const pictures = [...readFileSync(page, 'utf8').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, path]) => join(dirname(page), path ?? ''));
    assert.deepEqual([pictures.length, pictures.filter((path) => !existsSync(path))], [1, []]);
  }
});

test('the pictures of the README came along', () => {
  const dir = vscode.extensions.getExtension('skill-lsp.skill-lsp')?.extensionPath ?? '';
  const name = readdirSync(dir).find((name) => /^readme\.md$/i.test(name)) ?? '';
  const pictures = [...readFileSync(join(dir, name), 'utf8').matchAll(/\]\((pictures\/[^)]+)\)/g)].map(([, path]) => path ?? '');
  assert.ok(pictures.length >= 7);
  assert.deepEqual(pictures.filter((path) => !existsSync(join(dir, path))), []);
  return Promise.resolve();
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
