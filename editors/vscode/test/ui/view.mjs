import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, until } from '../lib/code.mjs';
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

  // A menu goes when its row is drawn anew, and the click with it.
  await until(async () => {
    await window.menu(window.tree('release-notes').first(), 'Copy Name');
    await pause(300);
    return (await page.evaluate(() => navigator.clipboard.readText())) === 'release-notes';
  }, 'the name is copied');
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

const evil = '[go](command:workbench.action.quit)';
const odd = {
  'skills/icon/SKILL.md': skill('"$(error) icon"', `"$(flame) ${evil} ![i](https://example.com/x.png)"`),
  'skills/slashes/SKILL.md': skill('"//slashes"'),
  'skills/turned/SKILL.md': skill('"a\u202egnp.exe"'),
  'skills/html/SKILL.md': skill('"<b>bold</b><script>x</script>"', '"<img src=x onerror=alert(1)>"'),
  [`skills/${evil}/SKILL.md`]: skill('"by path"', 'Use: it.'),
};

scenario('whatever a skill is named, it is a row, and its text is text', { files: odd }, async ({ window, page }) => {
  const names = ['$(error) icon', '//slashes', 'a�gnp.exe', '<b>bold</b><script>x</script>'];
  await window.skills('slashes');
  for (const name of names) await window.tree(name).first().waitFor();
  const hover = page.locator('.monaco-hover', { hasText: `$(flame) ${evil} ![i](https://example.com/x.png)` }).filter({ visible: true }).first();
  // A row that is drawn anew under the mouse shows nothing until that comes again.
  await until(async () => {
    await window.tree('//slashes').first().locator('.label-name').hover();
    await window.tree('$(error) icon').first().locator('.label-name').hover();
    return hover.waitFor({ timeout: 3_000 }).then(() => true, () => false);
  }, 'the tooltip is there');
  assert.equal(await hover.locator('a, img, .codicon-flame').count(), 0);
  await window.aside();
  await window.command('Skills: Preview Loaded Skill');
  for (const name of names) await window.row(name).first().waitFor();
  assert.equal(await page.locator('.quick-input-list').locator('.codicon-error, .codicon-flame').count(), 0);
  await window.escape();
  const frame = await window.hosts();
  await until(async () => (await frame.locator('tbody tr').count()) === 5, 'all skills are rows');
  assert.deepEqual((await frame.locator('tbody th button').allInnerTexts()).filter((name) => names.includes(name)).sort(), [...names].sort());
  assert.equal(await frame.locator('#table img, #table script').count(), 0);
});
