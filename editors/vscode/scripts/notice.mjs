// Prints the notice of the packages whose code is in the bundle, with their licences as they come.
import { build } from 'esbuild';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { metafile } = await build({
  entryPoints: ['src/extension.ts'], bundle: true, write: false, metafile: true, platform: 'node', format: 'cjs', external: ['vscode'],
});
const folders = new Set();
for (const input of Object.keys(metafile.inputs)) {
  const found = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
  if (found) folders.add(found[1]);
}
console.log('# Notice\n\nThe extension holds code of these packages, unchanged but bundled:');
for (const folder of [...folders].sort()) {
  const { name, version, license, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((file) => /^licen[cs]e(\.|$)/i.test(file));
  if (!file || !existsSync(join(folder, file))) throw new Error(`${name} comes without its licence`);
  console.log(`\n## ${name} ${version} (${license})\n${homepage ? `\n<${homepage}>\n` : ''}`);
  console.log('```text\n' + readFileSync(join(folder, file), 'utf8').trim() + '\n```');
}
console.log('\nThe server is skill-lsp, under MIT or Apache-2.0; the crates in it are listed in the `Cargo.lock` of its source.');
