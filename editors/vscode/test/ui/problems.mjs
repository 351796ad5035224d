import assert from 'node:assert/strict';
import { until } from '../lib/code.mjs';
import { plain } from '../lib/window.mjs';
import { scenario, skill } from './scenario.mjs';

const files = { '.claude/skills/crab/SKILL.md': skill('crab', '🦀🦀 Use: it.'), 'README.md': '# Here\n' };

scenario('problems stand at their place, also behind emoji, and are fixed from there', { files }, async ({ window, page }) => {
  const editor = await window.faulty('.claude/skills/crab/SKILL.md');
  const squiggle = window.error(editor);
  // The colon's own place on the screen, as the browser lays the text out, once it is laid out.
  const colon = () =>
    editor.locator('.view-lines .view-line', { hasText: 'Use: it' }).evaluate((line) => {
      // The line is in pieces, one for each colour.
      let before = line.textContent.lastIndexOf(':');
      const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (before >= node.length) {
          before -= node.length;
          continue;
        }
        const range = document.createRange();
        range.setStart(node, before);
        range.setEnd(node, before + 1);
        const { left, width } = range.getBoundingClientRect();
        return { left, width };
      }
      return undefined;
    });
  let places;
  await until(async () => {
    places = { squiggle: await squiggle.boundingBox(), colon: await colon() };
    const { squiggle: own, colon: wanted } = places;
    return wanted?.width > 0 && Math.abs(own.x - wanted.left) < 2 && Math.abs(own.width - wanted.width) < 2;
  }, 'the squiggle is under the colon', 20_000).catch((error) => assert.fail(`${error.message}: ${JSON.stringify(places)}`));

  const rows = await window.problems();
  await rows.filter({ hasText: 'unquoted-colon' }).first().waitFor();
  // Ln 3; behind "description: ", two emoji of two units each, a blank and "Use".
  const column = 'description: 🦀🦀 Use'.length + 1;
  assert.match(plain(await rows.filter({ hasText: 'unquoted-colon' }).first().innerText()), new RegExp(`Ln 3, Col ${column}\\b`));
  assert.equal(await rows.filter({ hasText: 'skill-lsp' }).count(), 1);

  await editor.locator('.view-line', { hasText: 'Use: it' }).click();
  await window.go(3, column);
  await window.command('Quick Fix...');
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: 'Quote the value' }).first();
  await fix.click();
  await window.shows(editor, 'description: "🦀🦀 Use: it."');
  await until(async () => (await rows.filter({ hasText: 'unquoted-colon' }).count()) === 0, 'the problem is gone');
  assert.equal(await window.error(editor).count(), 0);
});

scenario('all safe problems are fixed by one command', {}, async ({ window }) => {
  const editor = await window.faulty('.claude/skills/commit-message/SKILL.md');
  await window.command('Skills: Fix All Safe Problems');
  await window.shows(editor, 'description: "Writes commit messages');
  await window.command('Skills: Fix All Safe Problems in Workspace');
  const told = await window.notification('All safe problems are fixed');
  await told.locator('.monaco-button', { hasText: 'Save' }).click();
  await until(async () => (await window.page.locator('.tab.dirty').count()) <= 1, 'what was not open before is saved');
});

scenario('a rule is explained', {}, async ({ window, page }) => {
  await window.faulty('.claude/skills/commit-message/SKILL.md');
  await window.command('Skills: Explain Rule');
  // The rules of this file come first.
  await window.row('unquoted-colon').first().waitFor();
  assert.match((await window.focused()) ?? '', /unquoted-colon/);
  await page.keyboard.press('Enter');
  const shown = await window.frame('h1#unquoted-colon, h1:has-text("unquoted-colon")');
  assert.match(await shown.locator('body').innerText(), /Why it matters/);
});
