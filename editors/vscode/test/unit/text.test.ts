import assert from 'node:assert/strict';
import { test } from 'node:test';
import { label, markdown, message, row } from '../../src/text.js';

test('a row is one line, short, and hides nothing', () => {
  assert.equal(row('a\r\nb\tc\u2028d'), 'a b c�d');
  assert.equal(row('a\u202egnp.exe\0'), 'a�gnp.exe�');
  assert.equal(row('x'.repeat(1_000_000)), `${'x'.repeat(200)}…`);
  // Not in the middle of a character of two units.
  assert.equal(row('🦀🦀', 3), '🦀…');
  assert.equal(row('🦀🦀', 4), '🦀🦀');
});

test('no text becomes an icon, a link or markup', () => {
  assert.equal(label('$(error) x $(sync~spin)'), '\\$(error) x \\$(sync~spin)');
  assert.equal(message('[go](command:workbench.action.quit)'), '[go] (command:workbench.action.quit)');
  assert.equal(markdown('$(bug)'), '\\\\\\$\\(bug\\)');
  assert.equal(markdown('![i](https://x.y) <b>|'), '\\!\\[i\\]\\(https\\://x\\.y\\) \\<b\\>\\|');
});
