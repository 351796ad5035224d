// What somebody meets who has only the README: no server, a wrong path, a crash, a strange workspace.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processesOf, until } from '../lib/code.mjs';
import { scenario, skill } from './scenario.mjs';

const files = { '.claude/skills/one/SKILL.md': skill('one', 'Use: it.'), 'README.md': '# Here\n' };

const wrong = { ...files, '.vscode/settings.json': JSON.stringify({ 'skillLsp.server.path': '/nowhere/skill-lsp' }) };

scenario('a wrong path in the settings is said, and mended without a reload', { files: wrong }, async ({ window, folder }) => {
  const editor = await window.file('.claude/skills/one/SKILL.md');
  const told = await window.notification('there is no file `/nowhere/skill-lsp`');
  await told.locator('.monaco-button', { hasText: 'Open Setting' }).waitFor();
  await window.command('Notifications: Clear All Notifications');
  // Nothing else is run instead, and what is asked for says why it is not there.
  assert.equal(await window.error(editor).count(), 0);
  const list = await window.result('Preview List Output', 'Skills (list)');
  await window.shows(list, 'there is no file `/nowhere/skill-lsp`');
  writeFileSync(join(folder, '.vscode/settings.json'), '{}');
  await window.error(editor).waitFor({ state: 'attached' });
  await window.shows(list, 'name: one');
});

scenario('a server that does not run is said with its words, and one that crashes comes back', { files, own: true }, async ({ window, page, code }) => {
  const editor = await window.faulty('.claude/skills/one/SKILL.md');
  const { pid, program } = await until(() => serverOf(code), 'the server runs');
  process.kill(pid, 'SIGKILL');
  await until(async () => {
    const now = await serverOf(code);
    return now && now.pid !== pid;
  }, 'another server runs');
  await editor.locator('.view-line', { hasText: 'Use: it' }).click();
  await window.rewrite(3, 'description: "Use: it."');
  await window.error(editor).waitFor({ state: 'detached' });

  // Gone with its program: that is said, and what asks for it is told the same.
  const found = await until(() => serverOf(code), 'it runs');
  renameSync(program, `${program}.away`);
  process.kill(found.pid, 'SIGKILL');
  await window.notification('There is no skill-lsp server to run');
  await window.command('Notifications: Clear All Notifications');
  const list = await window.result('Preview List Output', 'Skills (list)');
  await window.shows(list, 'error: There is no skill-lsp server to run');
  renameSync(`${program}.away`, program);
  await window.command('Skills: Restart Server');
  await window.shows(list, 'name: one');

  writeFileSync(`${program}.new`, '#!/bin/sh\necho "this machine is another one" >&2\nexit 126\n');
  chmodSync(`${program}.new`, 0o755);
  renameSync(`${program}.new`, program);
  await window.command('Skills: Restart Server');
  await window.notification('this machine is another one');
  await window.command('Skills: Show Log');
  await page.locator('.part.panel', { hasText: 'Skill LSP' }).first().waitFor();
});

const trust = { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never', 'security.workspace.trust.banner': 'never' };
const evil = {
  ...files,
  '.vscode/settings.json': JSON.stringify({ 'skillLsp.server.path': '${workspaceFolder}/evil' }),
  evil: '#!/bin/sh\ntouch "$(dirname "$0")/was-run"\necho skill-lsp 9.9.9\n',
};

scenario('a workspace that is not trusted is served, by no program of its own', { files: evil, own: true, settings: trust }, async ({ window, folder, code }) => {
  chmodSync(join(folder, 'evil'), 0o755);
  await window.faulty('.claude/skills/one/SKILL.md');
  await window.status('Restricted Mode').waitFor();
  const { program } = await until(() => serverOf(code), 'the server runs');
  assert.ok(program.startsWith(join(code.dir, 'extensions')), program);
  assert.ok(!existsSync(join(folder, 'was-run')));
});

const beside = { 'skills/two/SKILL.md': skill('two') };

const both = async ({ window }) => {
  const second = window.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'second' }).first();
  // VS Code itself opens a file of several folders without any of them now and then; a reload mends that.
  await second.waitFor({ timeout: 20_000 }).catch(() => window.page.reload());
  await second.waitFor();
  const list = await window.result('Preview List Output', 'Skills (list)');
  await window.shows(list, 'name: one');
  await window.shows(list, 'name: two');
  await window.skills('two');
};

scenario('two folders are served together', { files, beside }, both);

const before = [{ uri: 'nowhere:/at-all' }, { path: 'gone' }];

scenario('folders beside them that are virtual or gone do no harm', { files, beside, before }, both);

scenario('the walkthrough leads through four steps, to commands that run', { files }, async ({ window, page }) => {
  await window.command('Welcome: Open Walkthrough...');
  await window.choose('Write skills that agents really get');
  const steps = page.locator('.getting-started-step .step-title');
  await until(async () => (await steps.count()) === 4, 'there are four steps');
  assert.deepEqual(await steps.allInnerTexts(), ['Write a skill', 'Fix what is wrong', 'See what an agent gets', 'Compare the hosts']);
  await steps.filter({ hasText: 'See what an agent gets' }).click();
  const shown = await window.frame('img[alt="What an agent gets, beside the text"]');
  await until(() => shown.locator('img').first().evaluate((image) => image.naturalWidth > 0), 'its picture is shown');
  await page.getByRole('button', { name: 'Preview List Output' }).click();
  await window.shows(await window.editor('Skills (list)'), 'name: one');
});

/** The server of a VS Code that runs, by its program. */
async function serverOf(code) {
  for (const pid of await processesOf(join(code.dir, 'extensions'))) {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', `${pid}`]).catch(() => ({ stdout: '' }));
    const program = /^(\S+\/server\/skill-lsp) serve/.exec(stdout)?.[1];
    if (program) return { pid, program };
  }
  return undefined;
}
