import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeSkill } from '../../src/protocol.js';
import { bytes, excesses, note, tooltip } from '../../src/view/nodes.js';

const limits = { name: 64, description: 1024, bodyLines: 500, files: 60, readUnits: 200_000 };
const sizes = { description: 10, bodyLines: 12, readUnits: 400, files: 2 };

function skill(change: Partial<TreeSkill>): TreeSkill {
  return {
    name: 'a', description: 'Does.', path: 'a', uri: null, directory: null, isInside: false, shadowedBy: null,
    sizes, errors: 0, warnings: 0, infos: 0, hints: 0, ...change,
  };
}

test('a row notes the winner before what is too large before the size', () => {
  const row = (change: Partial<TreeSkill>, winner?: string) => note({ kind: 'skill', skill: skill(change), limits, winner });
  assert.equal(row({}), '12 lines');
  assert.equal(row({ sizes: { ...sizes, bodyLines: 1 } }), '1 line');
  assert.equal(row({ sizes: { ...sizes, bodyLines: 1_501 } }), '1,501 of 500 lines');
  assert.equal(row({ sizes: { ...sizes, bodyLines: 1_501 } }, 'x/a'), 'shadowed by x/a');
});

test('limits are met up to the last unit', () => {
  const at = { description: 1024, bodyLines: 500, files: 60, readUnits: 200_000 };
  assert.deepEqual(excesses(skill({ sizes: at }), limits), []);
  const over = { description: 1025, bodyLines: 501, files: 61, readUnits: 200_001 };
  assert.equal(excesses(skill({ sizes: over }), limits).length, 4);
});

test('an author’s text stays text in the tooltip', () => {
  const text = tooltip({ kind: 'skill', skill: skill({ description: '[x](command:evil) <b>`$(bug)' }), limits, winner: undefined });
  assert.ok(text.includes('\\[x\\]\\(command\\:evil\\) \\<b\\>\\`\\\\\\$\\(bug\\)'), text);
});

test('sizes of files are for people', () => {
  assert.deepEqual([0, 999, 1_000, 1_234_567].map(bytes), ['0 B', '999 B', '1.0 kB', '1.2 MB']);
});
