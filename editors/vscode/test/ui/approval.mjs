import { scenario } from './scenario.mjs';

scenario('with approval, a call is denied, allowed once, and allowed for good', { settings: { 'skillLsp.approval': true } }, async ({ window, page }) => {
  const editor = await window.file('.claude/skills/release-notes/SKILL.md');
  await window.command('Skills: Preview Read Output');
  await window.question();
  await window.row('{ "action": "read", "skill": "release-notes" }').first().waitFor();
  await window.choose('Deny');
  const shown = await window.editor('release-notes (read)');
  await window.shows(shown, 'error: The user denied the call');
  await window.shows(shown, 'kind: refused');
  // A denied preview does not ask again by itself, whatever is typed.
  await editor.locator('.view-line').nth(6).click();
  await page.keyboard.type('x');
  await window.shows(shown, 'kind: refused');
  await window.lens(shown, 'Ask Again');
  await window.choose('Allow Once');
  await window.shows(shown, 'skill: release-notes');
  // One that was allowed once follows the text without asking for each letter.
  await editor.locator('.view-line').nth(6).click();
  await page.keyboard.type('Typed later. ');
  await window.shows(shown, 'Typed later.');
  // Another call is another question.
  await window.command('Skills: Preview List Output');
  await window.question();
  await page.keyboard.press('Escape');
  await window.shows(await window.editor('Skills (list)'), 'error: The user denied the call');
  await window.command('Skills: Preview List Output');
  await window.choose('Always Allow in This Workspace');
  await window.shows(await window.editor('Skills (list)'), 'action: list');
  await window.shows(await window.call('{"action": "read", "skill": "image-assets"}', 'image-assets (read)'), 'skill: image-assets');
  await window.command('Skills: Forget Approvals');
  await window.command('Skills: Preview List Output');
  await window.question();
  await window.escape();
});

const settings = { 'skillLsp.approval': true, 'skillLsp.approvalTimeout': 1500 };

scenario('a question that nobody answers is withdrawn', { settings }, async ({ window }) => {
  await window.command('Skills: Preview List Output');
  const question = await window.question();
  await question.waitFor({ state: 'hidden' });
  await window.shows(await window.editor('Skills (list)'), 'no answer within 1500 ms');
});
