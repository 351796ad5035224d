import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/code.mjs';
import { scenario } from './scenario.mjs';

scenario('the hosts page filters, explains and leads to the cause', {}, async ({ window, page }) => {
  const frame = await window.hosts();
  const rows = () => frame.locator('tbody tr').count();
  const columns = () => frame.locator('thead th').count().then((count) => count - 1);
  assert.equal(await rows(), 9);
  const few = await columns();
  await frame.locator('#all').check();
  await until(async () => (await columns()) > 30, 'all hosts are shown');
  assert.ok((await columns()) > few);
  assert.match(await frame.locator('#summary').innerText(), /9 skills × \d+ hosts/);
  await frame.locator('#filter').fill('commit');
  await until(async () => (await rows()) === 2, 'the skills are filtered');
  assert.ok((await columns()) > 30);
  await frame.locator('#filter').fill('commit zed');
  await until(async () => (await columns()) === 1, 'the hosts are filtered');

  // By the keyboard: down from the filter into the table, along it, and Enter for the reason.
  await frame.locator('#filter').fill('commit-message');
  await frame.locator('#problems').check();
  const first = frame.locator("td[tabindex='0']");
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await frame.locator('#why h2').waitFor();
  assert.match(await frame.locator('#why').innerText(), /does not load|not as written/);
  const label = await frame.locator("td[aria-selected='true']").getAttribute('aria-label');
  assert.match(label, /^The open specification: does not load\. It /);
  await frame.locator('#why button', { hasText: 'Go to the cause' }).first().click();
  await window.editor('SKILL.md');
  await page.locator('.part.statusbar', { hasText: 'Ln 3,' }).waitFor();

  await frame.locator('#filter').fill('nothing of that name');
  await frame.locator('.empty', { hasText: 'Nothing fits the filter' }).waitFor();
});

scenario('the page follows the text', {}, async ({ window }) => {
  const editor = await window.file('.claude/skills/commit-message/SKILL.md');
  const frame = await window.hosts();
  await frame.locator('#filter').fill('.claude/skills/commit');
  const lost = () => frame.locator('td.lost').count();
  await until(async () => (await lost()) > 0, 'somebody does not load it');
  await editor.locator('.view-line').first().click();
  await window.rewrite(3, 'description: All is well now. Use it when it is wanted.');
  await until(async () => (await lost()) === 0, 'everybody loads it');
});

scenario('the status bar has the hosts of the skill, and a menu to select them', {}, async ({ window, page, folder }) => {
  await window.file('.claude/skills/commit-message/SKILL.md');
  const item = window.status('hosts');
  await item.waitFor();
  assert.match(await item.innerText(), /\d+ hosts · \d+ lost/);
  await item.click();
  await window.choose('Select Hosts');
  const box = window.input('Select Hosts');
  await box.fill('codex');
  await window.row('OpenAI Codex').first().locator('input[type=checkbox], .monaco-checkbox, .quick-input-list-checkbox').first().click();
  await page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).click();
  const settings = join(folder, '.vscode/settings.json');
  await until(() => readFileSync(settings, 'utf8').includes('codex'), 'the setting is written').catch(() => assert.fail('no setting'));
  assert.deepEqual(JSON.parse(readFileSync(settings, 'utf8')), { 'skillLsp.hosts': ['codex'] });
  await until(async () => /3 hosts/.test(await item.innerText()), 'three hosts count now');
  await window.file('README.md');
  await item.waitFor({ state: 'hidden' });
});
