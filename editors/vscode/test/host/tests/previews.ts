import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { edit, open, preview, previewShows, skill, test, tidy, until, write, writeSkill } from '../suite.js';

test('each preview follows the text that is not saved', async () => {
  const uri = await writeSkill('live', 'Was so at first.');
  for (const [command, title, isBody] of [
    ['previewList', 'Skills (list)', false],
    ['previewRead', 'live (read)', true],
    ['previewLoaded', 'live (loaded)', true],
    ['previewCatalog', 'Catalog', false],
  ] as const) {
    const editor = await open(uri);
    const [before, after] = isBody ? ['Do the work.', 'Do other work.'] : ['Was so at first.', 'Is so now.'];
    await vscode.commands.executeCommand(`skillLsp.${command}`);
    await previewShows(title, before);
    await edit(editor, before, after);
    await previewShows(title, after);
    assert.ok(!preview(title)?.includes(before), title);
    assert.ok(editor.document.isDirty);
    await tidy();
  }
});

test('a preview is read-only', async () => {
  await vscode.commands.executeCommand('skillLsp.previewList');
  await previewShows('Skills (list)', 'action: list');
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'skill-lsp');
  assert.ok(document);
  assert.equal(document.languageId, 'skill-result');
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('type', { text: 'x' });
  assert.ok(!document.isDirty);
  await tidy();
});

test('a skill that is deleted while its preview is open is what the agent is told', async () => {
  const uri = await writeSkill('doomed');
  await vscode.commands.executeCommand('skillLsp.previewRead', uri);
  await previewShows('doomed (read)', 'Do the work.');
  await vscode.workspace.fs.delete(vscode.Uri.joinPath(uri, '..'), { recursive: true });
  await previewShows('doomed (read)', 'kind: unknown-skill');
  assert.match(preview('doomed (read)') ?? '', /^error: .*doomed/);
  await tidy();
});

test('a long file is cut where the tool cuts it', async () => {
  await writeSkill('long');
  const uri = write('.claude/skills/long/all.md', 'x'.repeat(199_998) + '🦀🦀');
  await vscode.commands.executeCommand('skillLsp.previewRead', uri);
  await previewShows('all.md of long', 'truncated: true (cut after 200,000 UTF-16 units');
  await tidy();
});

test('the lenses above a skill lead to the previews', async () => {
  const uri = await writeSkill('seen');
  await open(uri);
  const lenses = await until(async () => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 9);
    return found.some(({ command }) => command?.command === 'skill-lsp.read') ? found : undefined;
  }, 'there are lenses');
  for (const [id, shown] of [
    ['skill-lsp.list', 'Skills (list)'],
    ['skill-lsp.read', 'seen (read)'],
  ] as const) {
    const { command } = lenses.find(({ command }) => command?.command === id) ?? {};
    assert.ok(command, id);
    await vscode.commands.executeCommand(id, ...(command.arguments ?? []));
    await previewShows(shown, 'seen');
  }
  const hosts = lenses.find(({ command }) => command?.command === 'skill-lsp.showHosts')?.command;
  assert.match(hosts?.title ?? '', /hosts/);
  await vscode.commands.executeCommand('skill-lsp.showHosts', ...(hosts?.arguments ?? []));
  await until(() => vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label === 'Skills by Hosts')), 'the hosts page is open');
  await tidy();
});

test('the server’s own commands show what they answer', async () => {
  await writeSkill('lensed');
  await until(async () => {
    await vscode.commands.executeCommand('skill-lsp.read', 'lensed');
    return preview('lensed (read)')?.includes('Do the work.');
  }, 'the read is shown');
  await vscode.commands.executeCommand('skill-lsp.list');
  await previewShows('Skills (list)', 'name: lensed');
  await tidy();
});

test('a shadowed skill’s preview is the winner’s, and says so', async () => {
  await writeSkill('twice', 'The one that wins.', '.agents/skills');
  const loser = await writeSkill('twice', 'The one that loses.');
  await until(() => vscode.languages.getDiagnostics(loser).some(({ code }) => code === 'name-collision'), 'the loser is told');
  await open(loser);
  await vscode.commands.executeCommand('skillLsp.previewRead');
  await previewShows('twice (read)', 'The one that wins.');
  const document = vscode.workspace.textDocuments.find(({ uri }) => uri.path.includes('twice (read)'));
  const lenses = await until(async () => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', document?.uri);
    return found.length ? found : undefined;
  }, 'there are lenses');
  const titles = lenses.map(({ command }) => command?.title ?? '');
  assert.ok(titles.some((title) => /This is not \S*\.claude\/skills\/twice\/SKILL\.md/.test(title)), titles.join('; '));
  await tidy();
});

test('the call and the result can be copied', async () => {
  await writeSkill('copied');
  await vscode.commands.executeCommand('skillLsp.previewRead', 'copied');
  await previewShows('copied (read)', 'Do the work.');
  const uri = vscode.workspace.textDocuments.find(({ uri }) => uri.path.includes('copied (read)'))?.uri;
  for (const [command, expected] of [
    ['copyCall', { action: 'read', skill: 'copied' }],
    ['copyResult', { action: 'read', skill: 'copied', path: 'SKILL.md', content: skill('copied'), truncated: false }],
  ] as const) {
    await vscode.env.clipboard.writeText('');
    await vscode.commands.executeCommand(`skillLsp.${command}`, uri);
    assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), expected);
  }
  await vscode.commands.executeCommand('skillLsp.toggleJson', uri);
  await previewShows('copied (read) as JSON', '"truncated": false');
  const json = JSON.parse(preview('copied (read) as JSON') ?? '') as unknown;
  assert.deepEqual(json, { action: 'read', skill: 'copied', path: 'SKILL.md', content: skill('copied'), truncated: false });
  await tidy();
});

test('the editor is compared with the disk', async () => {
  const uri = await writeSkill('compared');
  const editor = await open(uri);
  await edit(editor, 'Do the work.', 'Do it otherwise.');
  await vscode.commands.executeCommand('skillLsp.compareWithDisk');
  await previewShows('compared (read) on disk', 'Do the work.');
  const both = await until(() => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    return input instanceof vscode.TabInputTextDiff ? input : undefined;
  }, 'a diff is shown');
  const text = async (side: vscode.Uri) => (await vscode.workspace.openTextDocument(side)).getText();
  assert.ok((await text(both.original)).includes('Do the work.'));
  await until(async () => (await text(both.modified)).includes('Do it otherwise.'), 'the other side has the open text');
  await tidy();
});

test('a name that is no name makes a preview all the same', async () => {
  for (const [name, title] of [['/', '\u2215 (read)'], ['//', '\u2215\u2215 (read)'], ['', 'nothing (read)'], ['/etc/a\u202eb', 'a�b (read)']] as const) {
    await vscode.commands.executeCommand('skillLsp.previewRead', name);
    await previewShows(title, 'error: ');
    await tidy();
  }
});

test('a call with a name of a million characters is answered', async () => {
  const name = 'n'.repeat(1_000_000);
  const began = Date.now();
  await vscode.commands.executeCommand('skillLsp.previewRead', name);
  await previewShows('nnnn', 'kind: unknown-skill');
  assert.ok(Date.now() - began < 4_000, `${Date.now() - began} ms`);
  const uri = vscode.workspace.textDocuments.find(({ uri }) => uri.path.includes('nnnn'))?.uri;
  assert.ok((uri?.toString().length ?? Infinity) < 1_000);
  await vscode.commands.executeCommand('skillLsp.copyCall', uri);
  assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), { action: 'read', skill: name });
  await tidy();
});
