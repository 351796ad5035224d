import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/code.mjs';
import { scenario } from './scenario.mjs';

scenario('a new skill is checked as it is typed, and has no problem', {}, async ({ window, page, folder }) => {
  await window.command('Skills: New Skill');
  await window.row('.claude/skills').first().click();
  const name = window.input('New Skill (1 of 2)');
  await name.fill('Big Name');
  await window.told('upper-case letters and blanks');
  await page.keyboard.press('Enter');
  // It does not go on with a name that hosts refuse.
  assert.ok(await name.isVisible());
  await name.fill('commit-message');
  await window.told('There is already something');
  await name.fill('../outside');
  await window.told('cannot be the name of a directory');
  await name.fill('tidy-up');
  await page.locator('.quick-input-message', { hasText: 'cannot be' }).waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  const description = window.input('New Skill (2 of 2)');
  await description.waitFor();
  await description.fill('Tidies up: removes what is old. Use when "old" things are in the way #1');
  await page.locator('.quick-input-widget .monaco-inputbox:not(.error)').first().waitFor();
  await page.keyboard.press('Enter');
  const editor = await window.editor('SKILL.md');
  await window.shows(editor, 'name: tidy-up');
  const file = join(folder, '.claude/skills/tidy-up/SKILL.md');
  assert.ok(existsSync(file));
  assert.match(readFileSync(file, 'utf8'), /description: 'Tidies up: removes/);
  await window.status('hosts').waitFor();
  assert.doesNotMatch(await window.status('hosts').innerText(), /lost|differ/);
  await window.skills('tidy-up');
  const rows = await window.problems();
  await until(async () => (await rows.count()) > 0, 'there are problems of other skills');
  assert.equal(await rows.filter({ hasText: 'tidy-up' }).count(), 0);
});

scenario('a new skill in a workspace without any', { files: { 'README.md': '# Empty\n' } }, async ({ window, page, folder }) => {
  await window.command('Skills: New Skill');
  await window.row('.agents/skills').first().click();
  await window.input('New Skill (1 of 2)').fill('first-one');
  await page.locator('.quick-input-widget .monaco-inputbox:not(.error)').first().waitFor();
  await page.keyboard.press('Enter');
  await window.input('New Skill (2 of 2)').fill('Does the first thing. Use it first.');
  await page.keyboard.press('Enter');
  await window.shows(await window.editor('SKILL.md'), 'name: first-one');
  assert.ok(existsSync(join(folder, '.agents/skills/first-one/SKILL.md')));
  await window.skills('first-one');
});
