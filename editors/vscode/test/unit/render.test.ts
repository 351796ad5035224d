import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asJson, rendered, RULE } from '../../src/previews/render.js';

const read = { method: 'skill/execute', params: { action: 'read', skill: 'a' } } as const;

test('a read has its fields and then its text as it is', () => {
  const content = '---\nname: a\n---\n\n  text  \n\n';
  const shown = rendered(read, { result: { action: 'read', skill: 'a', path: 'SKILL.md', content, truncated: false } });
  assert.equal(shown, `action: read\nskill: a\npath: SKILL.md\ntruncated: false\n${RULE}\n${content}`);
});

test('a cut read says where it is cut', () => {
  const content = '🦀'.repeat(100_000);
  const shown = rendered(read, { result: { action: 'read', skill: 'a', path: 'x.md', content, truncated: true } });
  assert.match(shown, /truncated: true \(cut after 200,000 UTF-16 units: the agent gets no more than this\)/);
});

test('a refusal is what the agent is told', () => {
  const error = { message: 'Skill "b" not found', kind: 'unknown-skill', available: ['a', 'c'] };
  assert.equal(rendered(read, { error }), 'error: Skill "b" not found\nkind: unknown-skill\navailable: a, c\n');
  assert.equal(rendered(read, { error: { message: 'x', available: [] } }), 'error: x\navailable: (none)\n');
  assert.deepEqual(JSON.parse(asJson({ error })), { error });
});

test('a list has every skill with all its fields', () => {
  const skills = [{ name: 'a', description: 'Does.', files: ['SKILL.md', 'b.md'], filesTruncated: true }];
  const call = { method: 'skill/execute', params: { action: 'list' } } as const;
  assert.equal(
    rendered(call, { result: { action: 'list', skills } }),
    `action: list\nskills: 1\n${RULE}\n\nname: a\ndescription: Does.\nfiles: SKILL.md, b.md\nfilesTruncated: true (only these 2 are listed)\n`,
  );
});

test('a catalog tells what was left out before its prompt', () => {
  const skipped = [{ location: '/x/SKILL.md', reason: 'missing-name' as const }];
  const result = { prompt: 'the prompt', skills: [], skipped, warnings: ['careful'] };
  const shown = rendered({ method: 'skill/catalog', params: {} }, { result });
  assert.equal(shown, `skills: 0\nskipped: 1\nwarnings: 1\nskipped 1: /x/SKILL.md: missing-name\nwarning 1: careful\n${RULE}\nthe prompt`);
});
