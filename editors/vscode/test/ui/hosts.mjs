import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/code.mjs';
import { scenario, skill } from './scenario.mjs';

scenario('the hosts page filters, explains and leads to the cause', {}, async ({ window, page }) => {
  const frame = await window.hosts();
  const rows = () => frame.locator('tbody tr').count();
  const columns = () => frame.locator('thead th').count().then((count) => count - 1);
  assert.equal(await rows(), 9);
  const few = await columns();
  // Readers of the screen have a grid with its headers, and the numbers as they change.
  const grid = frame.getByRole('grid', { name: 'Skills by hosts' });
  assert.equal(await grid.getByRole('rowheader').count(), 9);
  assert.equal(await grid.getByRole('columnheader').count(), few + 1);
  assert.equal(await grid.locator('td:not([aria-label])').count(), 0);
  await frame.getByRole('searchbox', { name: 'Filter skills and hosts' }).waitFor();
  assert.match(await frame.getByRole('status').innerText(), /9 skills/);
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

scenario('what is not known of a host is said so', {}, async ({ window, page }) => {
  const frame = await window.hosts();
  const cell = frame.locator('td.unknown').first();
  assert.match(await cell.getAttribute('aria-label'), /: not known\. Not known: \w/);
  await cell.click();
  await frame.locator('#why h2', { hasText: 'not known' }).waitFor();
  assert.match(await frame.locator('#why p').innerText(), /^It is not known \w.+\.$/);
  // A host that does not look in the folder has nothing to say of it.
  await frame.locator('td.none').first().focus();
  await page.keyboard.press('Enter');
  await frame.locator('#why .hint').waitFor();
});

/** A page at twice its size in a small window has this much room. */
const small = { width: 640, height: 420 };

scenario('enlarged, each cell can be reached by the keyboard, and seen with its reason', { size: small }, async ({ window, page }) => {
  const frame = await window.hosts();
  await window.command('View: Close Primary Side Bar');
  const seen = (selector) =>
    frame.evaluate((selector) => {
      const found = selector ? document.querySelector(selector) : document.activeElement;
      const { left, top, width, height } = found.getBoundingClientRect();
      const on = document.elementFromPoint(left + width / 2, top + height / 2);
      return { seen: found.contains(on), row: found.closest('tr')?.sectionRowIndex, column: found.cellIndex };
    }, selector);
  await frame.locator('td.lost').first().click();
  await frame.locator('#why li').first().waitFor();
  assert.ok((await seen('#why h2')).seen && (await seen("td[aria-selected='true'] b")).seen);
  await page.keyboard.press('Control+Home');
  const rows = await frame.locator('tbody tr').count();
  const columns = (await frame.locator('thead th').count()) - 1;
  const path = [['ArrowDown', rows - 1], ['ArrowRight', columns - 1], ['ArrowUp', rows - 1], ['ArrowLeft', columns - 1]];
  for (const [key, times] of path) {
    for (let nth = 0; nth < times; nth += 1) {
      await page.keyboard.press(key);
      const now = await seen();
      assert.ok(now.seen, `${key}: row ${now.row}, column ${now.column} is hidden`);
    }
  }
  assert.deepEqual(await seen(), { seen: true, row: 0, column: 1 });
});

const many = Object.fromEntries(Array.from({ length: 300 }, (_, nth) => [`skills/s-${nth}/SKILL.md`, skill(`s-${nth}`)]));

scenario('hundreds of skills are filtered without making the table anew', { files: many }, async ({ window, page }) => {
  const frame = await window.hosts();
  const rows = () => frame.locator('tbody tr').count();
  await frame.locator('#all').check();
  await until(async () => (await frame.locator('td').count()) > 300 * 30, 'all hosts are shown');
  const marked = () => frame.locator('tbody tr').evaluateAll((rows) => rows.filter((row) => row.dataset.marked).length);
  await frame.locator('tbody tr').evaluateAll((rows) => rows.forEach((row) => (row.dataset.marked = 'yes')));
  await frame.locator('#filter').focus();
  await page.keyboard.type('s-29');
  await until(async () => (await rows()) === 11, 'the skills are filtered');
  assert.equal(await marked(), 11);
  await frame.locator('#filter').fill('');
  await until(async () => (await rows()) === 300, 'all are there again');
  assert.equal(await marked(), 300);
  await frame.locator("td[tabindex='0']").focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await frame.locator('#why h2', { hasText: 's-' }).waitFor();
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
