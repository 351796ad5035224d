// Runs the tests in the extension host of a real VS Code, and ends with their closing line.
// usage: node test/host.mjs ENVIRONMENT VSIX PICTURES
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code, processesOf, until } from './lib/code.mjs';
import { Window } from './lib/window.mjs';

const [environment, vsix, pictures] = process.argv.slice(2);
const here = dirname(fileURLToPath(import.meta.url));
const results = join(resolve(pictures), 'host.txt');
writeFileSync(results, '');

const code = await Code.start({ environment, vsix, env: { SKILL_LSP_RESULTS: results } });
const browser = await Window.browser();
let text = '';
try {
  mkdirSync(join(code.dir, 'work/.claude/skills'), { recursive: true });
  mkdirSync(join(code.dir, 'another'));
  const workspace = join(code.dir, 'two.code-workspace');
  writeFileSync(workspace, JSON.stringify({ folders: [{ path: 'work' }, { path: 'another' }] }));
  const page = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage();
  const said = [];
  page.on('console', (message) => said.push(message.text()));
  const payload = [
    ['extensionDevelopmentPath', code.remote(join(here, 'host/extension'))],
    ['extensionTestsPath', code.remote(resolve(here, '../dist-test/host'))],
  ];
  await page.goto(code.url(workspace, payload), { waitUntil: 'domcontentloaded' });
  try {
    text = await until(async () => {
      const text = readFileSync(results, 'utf8');
      if (text === 'no folder\n') {
        // VS Code itself opens a file of several folders without any of them now and then; a reload mends that.
        writeFileSync(results, '');
        await page.reload({ waitUntil: 'domcontentloaded' });
      }
      return / passed, \d+ failed\n$/.test(text) && text;
    }, 'the tests have run', 900_000);
  } catch (error) {
    await page.screenshot({ path: join(pictures, 'host-failed.png') });
    text = `${readFileSync(results, 'utf8')}not ok ${error.message}\n${said.slice(-20).join('\n')}\n0 passed, 1 failed\n`;
  }
  const activation = said.find((line) => line.includes('activation:'));
  if (activation) console.log(/activation: [\d.]+ ms/.exec(activation)?.[0]);
} finally {
  await browser.close();
  await code.stop();
}
process.stdout.write(text);
const left = await processesOf(code.dir);
if (left.length) {
  console.log(`not ok processes are left: ${left}\n0 passed, 1 failed`);
}
process.exit(/, 0 failed\n$/.test(text) && !left.length ? 0 : 1);
