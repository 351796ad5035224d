// Writes what the server's own lists say (rules, hosts) into the settings of package.json. A test fails when it is needed.
// usage: node scripts/settings.mjs SERVER
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const [server] = process.argv.slice(2);
const list = (...args) => JSON.parse(execFileSync(server, [...args, '--format', 'json'], { encoding: 'utf8', maxBuffer: 64 << 20 }));
const rules = list('rules');
const hosts = list('hosts', '--list');

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const properties = manifest.contributes.configuration.flatMap((part) => Object.entries(part.properties));
const setting = (name) => properties.find(([key]) => key === `skillLsp.${name}`)[1];
const codes = { enum: rules.map(({ code }) => code), enumDescriptions: rules.map(({ summary }) => summary) };

setting('ignore').items = { type: 'string', ...codes };
setting('perPathIgnores').additionalProperties = { type: 'array', uniqueItems: true, items: { type: 'string', ...codes } };
setting('severity').properties = Object.fromEntries(
  rules.map(({ code, summary }) => [code, { enum: ['error', 'warning', 'info', 'hint', 'off'], description: summary }]),
);
setting('hosts').items = {
  type: 'string',
  enum: [...hosts.map(({ id }) => id), 'all'],
  enumDescriptions: [...hosts.map(({ title }) => title), 'Every host that is known'],
};
writeFileSync('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
