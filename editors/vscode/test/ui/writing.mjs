import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../lib/code.mjs';
import { scenario, skill } from './scenario.mjs';

const files = {
  'skills/old-name/SKILL.md': `${skill('old-name')}\nSee [page](refs/page.md).\n`,
  'skills/old-name/refs/page.md': '# Page\n\n[up](../SKILL.md#steps)\n',
  'skills/user/SKILL.md': `${skill('user')}\nRun /old-name, see [it](../old-name/SKILL.md#steps).\n`,
};

scenario('a skill is renamed with its directory and all that names it', { files }, async ({ window, page, folder }) => {
  const editor = await window.file('skills/old-name/SKILL.md');
  await window.status('hosts').waitFor();
  await window.go(2, 8);
  await page.keyboard.press('F2');
  await page.locator('.rename-box input').fill('new-name');
  await page.keyboard.press('Enter');
  const renamed = join(folder, 'skills/new-name');
  await until(() => existsSync(renamed), 'the directory is renamed');
  await window.shows(editor, 'name: new-name');
  // The editor goes on as that of the renamed file, with its unsaved text, a little after the directory has its name.
  await page.locator('.monaco-breadcrumb-item', { hasText: 'new-name' }).first().waitFor();
  await page.locator('.tab.active.dirty', { hasText: 'SKILL.md' }).waitFor();
  await window.command('File: Save All Files');
  const saved = {
    'skills/new-name/SKILL.md': `${skill('new-name')}\nSee [page](refs/page.md).\n`,
    'skills/new-name/refs/page.md': files['skills/old-name/refs/page.md'],
    'skills/user/SKILL.md': `${skill('user')}\nRun /new-name, see [it](../new-name/SKILL.md#steps).\n`,
  };
  for (const [path, wanted] of Object.entries(saved)) {
    const text = () => readFileSync(join(folder, path), 'utf8');
    await until(() => text() === wanted, `${path} is saved`, 20_000).catch(() => assert.equal(text(), wanted));
  }
  assert.ok(!existsSync(join(folder, 'skills/old-name')));
  // The link to the other skill is worth a word, as it was before; nothing else is.
  const rows = await window.problems();
  await rows.filter({ hasText: 'link-leaves-skill' }).first().waitFor();
  assert.equal(await rows.filter({ hasText: /\[Ln\s/ }).count(), 1);
});

scenario('a path is completed, and hovering tells what is there', { files }, async ({ window, page }) => {
  const editor = await window.file('skills/old-name/SKILL.md');
  await window.status('hosts').waitFor();
  await window.go(8, 13);
  await page.keyboard.type(' `refs/');
  const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'refs/page.md' }).first();
  await row.waitFor();
  await page.keyboard.press('Enter');
  await window.shows(editor, 'Do the work. `refs/page.md');
  await editor.locator('.view-line', { hasText: 'name: old-name' }).getByText('old-name').hover();
  await page.locator('.monaco-hover', { hasText: '8 of 64' }).filter({ visible: true }).first().waitFor();
});
