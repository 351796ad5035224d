import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../lib/code.mjs';
import { scenario, skill } from './scenario.mjs';

const RELEASE = '.claude/skills/release-notes/SKILL.md';

// One skill, so that every result fits on the screen: the editor draws only what can be seen.
const single = { [RELEASE]: skill('release-notes', 'Writes the notes.') };

scenario('previews follow the text as it is typed', { files: single }, async ({ window, page }) => {
  const editor = await window.file(RELEASE);
  for (const [command, title] of [
    ['Preview Read Output', 'release-notes (read)'],
    ['Preview Loaded Skill', 'release-notes (loaded)'],
  ]) {
    await editor.locator('.view-line').first().click();
    const shown = await window.result(command, title);
    await window.shows(shown, 'Do the work.');
    // The text keeps the focus: one goes on typing.
    await window.command('View: Focus First Editor Group');
    await page.keyboard.press('Control+Home');
    await window.go(8, 1);
    await page.keyboard.type(`${title} `);
    await window.shows(shown, `${title} `);
  }
  await window.shows(await window.result('Preview Catalog', 'Catalog'), '- **release-notes**: Writes the notes.');
  const list = await window.result('Preview List Output', 'Skills (list)');
  await window.shows(list, 'name: release-notes');
  await window.command('View: Focus First Editor Group');
  await window.go(3, 14);
  await page.keyboard.type('Newly ');
  await window.shows(list, 'Newly Writes the notes.');
});

scenario('the call and the result are copied, and shown as JSON', {}, async ({ window, page }) => {
  await window.file(RELEASE);
  const shown = await window.result('Preview Read Output', 'release-notes (read)');
  const copied = async () => JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  await window.lens(shown, 'Copy Call');
  await until(async () => isDeepStrictEqual(await copied(), { action: 'read', skill: 'release-notes' }), 'the call is copied');
  await window.lens(shown, 'Copy Result');
  const result = await until(async () => 'content' in (await copied()) && copied(), 'the result is copied');
  assert.deepEqual([result.action, result.skill, result.path, result.truncated], ['read', 'release-notes', 'SKILL.md', false]);
  await window.lens(shown, 'Show as JSON');
  await window.shows(await window.editor('as JSON'), '"skill": "release-notes"');
});

scenario('a call is run as it is typed, and a refusal is shown', {}, async ({ window, page }) => {
  await window.command('Skills: Run Tool');
  const box = window.input('Run Tool');
  await box.fill('{"action": "read", "skill": ');
  await window.told('This is no JSON');
  await box.fill('{"what": 1}');
  await window.told('A call has an "action"');
  await box.fill('{"action": "read", "skill": "nobody"}');
  await page.locator('.quick-input-message', { hasText: 'A call has' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  const refused = await window.editor('nobody (read)');
  await window.shows(refused, 'kind: unknown-skill');
  await window.shows(refused, 'available: accessibility-audit');
  // The next time the last call is there to be changed.
  await window.command('Skills: Run Tool');
  assert.equal(await window.input('Run Tool').inputValue(), '{"action": "read", "skill": "nobody"}');
  await window.input('Run Tool').fill('{"name": "image-assets"}');
  await page.keyboard.press('Enter');
  await window.shows(await window.editor('image-assets (loaded)'), 'isError: false');
});

scenario('without a skill in the editor one is chosen, with its description', {}, async ({ window, page }) => {
  await window.command('Skills: Preview Read Output');
  const row = window.row('image-assets').first();
  await row.waitFor();
  assert.match(await row.innerText(), /Prepares icons and screenshots/);
  await row.click();
  await window.shows(await window.editor('image-assets (read)'), 'name: image-assets');
  assert.equal(await page.locator('.tab', { hasText: '(read)' }).count(), 1);
});

const files = { '.claude/skills/gone/SKILL.md': skill('gone'), '.claude/skills/stays/SKILL.md': skill('stays') };

scenario('a skill that is deleted is gone from its preview', { files }, async ({ window, page, folder }) => {
  await window.file('.claude/skills/gone/SKILL.md');
  const shown = await window.result('Preview Read Output', 'gone (read)');
  await window.shows(shown, 'Do the work.');
  await page.locator('.tab', { hasText: 'SKILL.md' }).first().click({ button: 'middle' });
  await page.locator('.tab', { hasText: 'SKILL.md' }).waitFor({ state: 'hidden' });
  await window.watches(folder);
  rmSync(join(folder, '.claude/skills/gone'), { recursive: true });
  await window.shows(shown, 'kind: unknown-skill');
});

scenario('the editor is compared with the disk', {}, async ({ window, page }) => {
  await window.file(RELEASE);
  await window.go(7, 1);
  await page.keyboard.type('Not saved. ');
  await window.command('Skills: Compare Editor and Disk');
  await page.locator('.monaco-diff-editor .line-insert, .monaco-diff-editor .char-insert').first().waitFor({ state: 'attached' });
  await page.locator('.monaco-diff-editor .modified .view-line', { hasText: 'Not saved.' }).first().waitFor();
});
