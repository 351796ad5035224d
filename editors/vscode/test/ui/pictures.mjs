// The pictures of the README and the walkthrough, and the same in the other themes to be looked at.
import { until } from '../lib/code.mjs';
import { scenario } from './scenario.mjs';

const THEMES = { dark: 'Dark Modern', light: 'Light Modern', 'high-contrast': 'Default High Contrast' };

for (const [theme, title] of Object.entries(THEMES)) {
  const settings = { 'editor.cursorBlinking': 'solid', 'workbench.colorTheme': title, 'skillLsp.approval': true };
  scenario(`pictures in ${theme}`, { settings, size: { width: 1280, height: 720 } }, async (at) => {
    const picture = async (name) => {
      await at.window.settled();
      await at.window.picture(theme === 'dark' ? name : `${name}-${theme}`);
    };
    await editors(at, picture);
    await pages(at, picture);
    await writing(at, picture);
    await questions(at, picture);
  });
}

/** Problems, and a preview beside them. */
async function editors({ window }, picture) {
  await window.faulty('.claude/skills/commit-message/SKILL.md');
  await window.status('hosts').waitFor();
  const rows = await window.problems();
  await rows.filter({ hasText: 'unquoted-colon' }).first().waitFor();
  await picture('problems');
  await window.command('View: Hide Panel');
  await window.command('Skills: Preview Read Output');
  await window.question();
  await window.choose('Always Allow in This Workspace');
  await window.shows(await window.editor('(read)'), 'action: read');
  await picture('preview');
  await window.command('View: Close All Editors');
  await window.shows(await window.call('{"action": "read", "skill": "nobody"}', 'nobody (read)'), 'kind: unknown-skill');
  await picture('refusal');
  await window.command('View: Close All Editors');
}

/** The Skills view, and the page of hosts. */
async function pages({ window }, picture) {
  await window.file('skills/commit-message/SKILL.md');
  await window.skills('shadowed by');
  await window.tree('release-notes').first().locator('.monaco-tl-twistie').click();
  await window.tree('references/style.md').first().waitFor();
  await picture('view');
  await window.command('View: Close All Editors');
  const frame = await window.hosts();
  await frame.locator('#all').check();
  await until(async () => (await frame.locator('thead th').count()) > 30, 'all hosts are shown');
  await frame.locator("tbody tr:has-text('.claude/skills/commit') td.lost").first().click();
  await frame.locator('#why h2').waitFor();
  await picture('hosts');
  await window.command('View: Close All Editors');
}

/** What is offered at a place. */
async function writing({ window, page }, picture) {
  await window.file('.agents/skills/incident-report/SKILL.md');
  await window.go(15, 100);
  await page.keyboard.type(' Use [the form](');
  await page.locator('.suggest-widget .monaco-list-row', { hasText: 'references/form.md' }).first().waitFor();
  await picture('completion');
  await page.keyboard.press('Escape');
  await window.command('File: Revert File');
  await window.command('View: Close All Editors');
}

/** What is asked: a name for a new skill, and whether a call is allowed. */
async function questions({ window }, picture) {
  await window.file('.claude/skills/commit-message/SKILL.md');
  await window.command('Skills: New Skill');
  await window.row('.claude/skills').first().click();
  await window.input('New Skill (1 of 2)').fill('Big Name');
  await window.told('upper-case letters and blanks');
  await picture('new-skill');
  await window.escape();
  await window.command('Skills: Forget Approvals');
  await window.command('Skills: Preview Read Output');
  await window.question();
  await picture('approval');
  await window.escape();
}
