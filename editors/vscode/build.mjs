// Bundles the extension and its page into dist/. `--watch` does it again at every change, `--test` bundles the tests.
import { build, context } from 'esbuild';
import { readdirSync } from 'node:fs';

const common = { bundle: true, minify: true, logLevel: 'warning', target: 'es2022', legalComments: 'none' };
const parts = [
  { ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', platform: 'node', format: 'cjs', external: ['vscode'], metafile: true },
  { ...common, entryPoints: ['src/page/hosts.ts'], outfile: 'media/hosts.js', platform: 'browser', format: 'iife' },
];
if (process.argv.includes('--test')) {
  const units = readdirSync('test/unit').map((name) => `test/unit/${name}`);
  const host = ['test/host/index.ts'];
  for (const [entryPoints, outdir] of [[units, 'dist-test/unit'], [host, 'dist-test/host']]) {
    await build({ ...common, minify: false, entryPoints, outdir, platform: 'node', format: 'cjs', external: ['vscode'] });
  }
} else if (process.argv.includes('--watch')) {
  for (const part of parts) await (await context(part)).watch();
} else {
  for (const part of parts) await build(part);
}
