import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/code.mjs';
import { scenario, skill } from './scenario.mjs';

scenario('the Skills view has roots, skills and files, with a collision', {}, async ({ window, page, folder }) => {
  const loser = await window.skills('shadowed by .claude/skills/commit-message');
  const roots = await page.locator(".part.sidebar .monaco-list-row[aria-level='1'] .label-name").allInnerTexts();
  assert.deepEqual(roots, ['.agents/skills', '.claude/skills', 'skills']);
  assert.match(await loser.getAttribute('aria-label'), /commit-message, shadowed by .claude\/skills\/commit-message/);
  // One of its problems as a badge, in words for those who do not see it.
  assert.match(await window.tree('db-migration').first().getAttribute('aria-label'), /problems/);
  await window.tree('release-notes').first().locator('.monaco-tl-twistie').click();
  const file = window.tree('references/style.md').first();
  await file.click();
  await window.editor('style.md');

  await window.menu(window.tree('release-notes').first(), 'Copy Name');
  await until(async () => (await page.evaluate(() => navigator.clipboard.readText())) === 'release-notes', 'the name is copied');
  await window.menu(window.tree('release-notes').first(), 'Preview Read Output');
  await window.shows(await window.editor('release-notes (read)'), 'skill: release-notes');
  await window.menu(window.tree('references/style.md').first(), 'Preview Read Output');
  await window.shows(await window.editor('style.md of release-notes'), 'path: references/style.md');
  await window.menu(window.tree('release-notes').first(), 'New Reference');
  const box = window.input('New Reference');
  await box.fill('../evil');
  await window.told('Letters, digits');
  await box.fill('style');
  await window.told('There is already a style.md');
  await box.fill('more words');
  await page.locator('.quick-input-message', { hasText: 'There is already' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await window.shows(await window.editor('more words.md'), '# More words');
  assert.ok(existsSync(join(folder, '.claude/skills/release-notes/references/more words.md')));
  await window.tree('references/more words.md').first().waitFor();
  await window.menu(window.tree('release-notes').first(), 'Reveal in Explorer View');
  await page.locator('.explorer-folders-view .monaco-list-row.selected, .explorer-folders-view .monaco-list-row.focused', { hasText: 'SKILL.md' }).first().waitFor();
});

scenario('the Skills view follows what changes', { files: { 'skills/one/SKILL.md': skill('one') } }, async ({ window, page, folder }) => {
  const editor = await window.file('skills/one/SKILL.md');
  await window.watches(folder);
  await window.skills('one');
  mkdirSync(join(folder, 'skills/two'));
  writeFileSync(join(folder, 'skills/two/SKILL.md'), skill('two'));
  await window.tree('two').first().waitFor();
  // The name in the editor counts before it is saved.
  await editor.locator('.view-line', { hasText: 'name: one' }).click();
  await page.keyboard.press('End');
  await page.keyboard.type('-more');
  await window.tree('one-more').first().waitFor();
});

scenario('a workspace without skills says how to begin', { files: { 'README.md': '# Nothing here\n', 'a.py': 'print()\n' } }, async ({ window, page }) => {
  await window.file('README.md');
  // Nothing of the extension shows before it is wanted.
  assert.equal(await page.locator('.activitybar [aria-label^="Skills"]').count(), 0);
  await window.shows(await window.result('Preview List Output', 'Skills (list)'), 'skills: 0');
  await window.command('Skills: Focus on Skills View');
  await page.locator('.welcome-view-content', { hasText: 'There are no skills here yet' }).waitFor();
  await page.locator('.welcome-view-content').getByRole('button', { name: 'New Skill…' }).click();
  await window.input('New Skill').waitFor();
  await window.escape();
});
