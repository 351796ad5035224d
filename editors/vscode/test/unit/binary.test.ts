import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { findBinary } from '../../src/server/binary.js';
import type { NoServer } from '../../src/server/failure.js';

let dir: string;
const path = process.env.PATH;

before(() => {
  dir = mkdtempSync(join(tmpdir(), 'skill-lsp-binary-'));
});
after(() => {
  process.env.PATH = path;
  rmSync(dir, { recursive: true });
});

function program(place: string, script: string): string {
  const file = join(dir, place, 'skill-lsp');
  mkdirSync(join(dir, place), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
  return file;
}

test('the setting comes before the bundled one, and that before the PATH', async () => {
  const set = program('set', 'echo skill-lsp 1.0.0');
  const bundled = program('extension/server', 'echo skill-lsp 2.0.0');
  const onPath = program('path', 'echo skill-lsp 3.0.0');
  process.env.PATH = `relative:${join(dir, 'nowhere')}:${join(dir, 'path')}:${path}`;
  assert.deepEqual(await findBinary(set, join(dir, 'extension'), undefined), { path: set, source: 'setting', version: '1.0.0' });
  assert.deepEqual(await findBinary(' ', join(dir, 'extension'), undefined), { path: bundled, source: 'bundled', version: '2.0.0' });
  assert.deepEqual(await findBinary('', join(dir, 'none'), undefined), { path: onPath, source: 'PATH', version: '3.0.0' });
  assert.equal((await findBinary('${workspaceFolder}/skill-lsp', '', join(dir, 'set'))).path, set);
});

test('a bundled one that does not run gives way, and is named when none does', async () => {
  program('broken/server', 'echo no such machine >&2; exit 126');
  const onPath = program('good', 'echo skill-lsp 3.0.0');
  process.env.PATH = join(dir, 'good') + ':' + path;
  assert.equal((await findBinary('', join(dir, 'broken'), undefined)).path, onPath);
  process.env.PATH = '/usr/bin:/bin';
  await assert.rejects(findBinary('', join(dir, 'broken'), undefined), (error: NoServer) => {
    assert.match(error.message, /broken\/server\/skill-lsp` does not run: no such machine/);
    return error.choices.includes('Open Setting');
  });
});

test('a wrong setting is told, and no other server is taken for it', async () => {
  const other = program('other', 'echo something else');
  for (const [setting, words] of [
    [join(dir, 'gone'), /there is no file/],
    [other, /is no skill-lsp: it answers `something else`/],
    [dir, /there is no file/],
  ] as const) {
    await assert.rejects(findBinary(setting, join(dir, 'extension'), undefined), (error: NoServer) => {
      assert.match(error.message, words);
      return error.choices.includes('Open Setting');
    });
  }
});
