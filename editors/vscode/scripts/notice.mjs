// Prints the notice of the packages whose code is in the bundle and of the crates in the server, with their licences as they
// come; equal texts stand once.
// usage: node scripts/notice.mjs REPOSITORY
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [repository] = process.argv.slice(2);

/** The texts of the licences in a folder. */
function texts(folder) {
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|unlicense|notice)/i.test(name)).sort();
  return names.flatMap((name) => {
    try {
      return [readFileSync(join(folder, name), 'utf8').trim()];
    } catch {
      return []; // A folder of licences, whose texts stand beside it as well.
    }
  });
}

async function packages() {
  const bundle = { bundle: true, write: false, metafile: true, platform: 'node', format: 'cjs', external: ['vscode'] };
  const { metafile } = await build({ ...bundle, entryPoints: ['src/extension.ts'] });
  const folders = Object.keys(metafile.inputs).map((input) => /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1]);
  return [...new Set(folders.filter(Boolean))].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { name, version, license, texts: texts(folder) };
  });
}

/** The crates that are linked into the server: what it depends on, builds and tests left out. */
function crates() {
  const args = ['metadata', '--locked', '--format-version', '1', '--manifest-path', join(repository, 'Cargo.toml')];
  const host = /host: (\S+)/.exec(execFileSync('rustc', ['-vV'], { encoding: 'utf8' }))[1];
  const { packages, resolve } = JSON.parse(execFileSync('cargo', [...args, '--filter-platform', host], { encoding: 'utf8', maxBuffer: 256 << 20 }));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const linked = new Set();
  const visit = (id) => {
    if (linked.has(id)) return;
    linked.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg);
  };
  visit(resolve.root);
  linked.delete(resolve.root);
  return packages
    .filter(({ id }) => linked.has(id))
    .map(({ name, version, license, manifest_path }) => ({ name, version, license, texts: texts(dirname(manifest_path)) }));
}

const groups = new Map();
const all = [...(await packages()), ...crates()].sort((a, b) => (a.name < b.name ? -1 : 1));
for (const { name, version, license, texts } of all) {
  for (const text of texts) {
    const key = text.replaceAll(/\s+/g, ' ');
    const group = groups.get(key) ?? { text, of: [] };
    group.of.push(`${name} ${version}`);
    groups.set(key, group);
  }
  if (!license && !texts.length) throw new Error(`${name} comes without a licence`);
}
console.log('# Notice\n\nThe extension and its server hold code of these packages:\n');
for (const { name, version, license } of all) console.log(`- ${name} ${version}: ${license ?? 'see below'}`);
for (const { text, of } of groups.values()) console.log(`\n## ${of.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``);
