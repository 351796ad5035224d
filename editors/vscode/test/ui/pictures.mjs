// The pictures of the README and the walkthrough, and the same in the other themes to be looked at.
import { until } from '../lib/code.mjs';
import { scenario } from './shared.mjs';

const THEMES = { dark: 'Dark Modern', light: 'Light Modern', 'high-contrast': 'Default High Contrast' };

/** Nothing moves any more: two looks at the page are the same. */
async function still(page) {
  let last;
  await until(async () => {
    const now = (await page.screenshot()).toString('base64');
    const same = now === last;
    last = now;
    return same;
  }, 'the page is still', 20_000);
}

for (const [theme, title] of Object.entries(THEMES)) {
  const settings = { 'editor.cursorBlinking': 'solid', 'workbench.colorTheme': title };
  scenario(`pictures in ${theme}`, { settings, size: { width: 1280, height: 720 } }, (at) => pictures(at, theme));
}

async function pictures({ window, page }, theme) {
  const picture = async (name) => {
    await window.aside();
    await still(page);
    await window.picture(theme === 'dark' ? name : `${name}-${theme}`);
  };
  const editor = await window.file('.claude/skills/commit-message/SKILL.md');
  await editor.locator('.squiggly-error').first().waitFor({ state: 'attached' });
  await window.status('hosts').waitFor();
  const rows = await window.problems();
  await rows.filter({ hasText: 'unquoted-colon' }).first().waitFor();
  await picture('problems');
  await window.command('View: Hide Panel');
  await window.command('Skills: Preview Read Output');
  await window.shows(await window.editor('(read)'), 'action: read');
  await picture('preview');
  await window.command('View: Close All Editors');
  await window.file('skills/commit-message/SKILL.md');
  await window.command('Skills: Focus on Skills View');
  await window.tree('shadowed by').first().waitFor();
  await window.tree('release-notes').first().locator('.monaco-tl-twistie').click();
  await window.tree('references/style.md').first().waitFor();
  await picture('view');
  await window.command('View: Close All Editors');
  await window.command('Skills: Show Hosts');
  const frame = await window.frame('#table td');
  await frame.locator('#all').check();
  await until(async () => (await frame.locator('thead th').count()) > 30, 'all hosts are shown');
  await frame.locator("tbody tr:has-text('.claude/skills/commit') td.lost").first().click();
  await frame.locator('#why h2').waitFor();
  await picture('hosts');
}
