// The types of the protocol beyond LSP against the server: the methods and parameters that it documents, and real answers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import rpc from 'vscode-jsonrpc/node.js';

const here = dirname(fileURLToPath(import.meta.url));
const extension = resolve(here, '..');
const root = resolve(extension, '../..');
const types = join(extension, 'src/protocol.ts');

let dir;
let server;
let connection;
const questions = [];

before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'skill-lsp-protocol-'));
  cpSync(join(root, 'tests/workspace'), join(dir, 'w'), { recursive: true, verbatimSymlinks: true });
  server = spawn(process.env.SKILL_LSP_SERVER, ['serve', '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
  connection.onRequest('skill/approve', (params) => {
    questions.push(params);
    return { decision: 'allow' };
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid, rootUri: null, capabilities: {},
    workspaceFolders: [{ uri: uri('.'), name: 'w' }], initializationOptions: { approval: true, changed: true },
  });
  await connection.sendNotification('initialized', {});
});

after(async () => {
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  connection.dispose();
  rmSync(dir, { recursive: true });
});

function uri(path) {
  return pathToFileURL(join(dir, 'w', path)).toString();
}

/** What the server's own table says: by method, its parameters with whether they may be left out. */
function documented() {
  const text = readFileSync(join(root, 'src/lsp/ext.rs'), 'utf8');
  const rows = [...text.matchAll(/^\/\/! \| `(skill\/\w+)` \| ([^|]+) \| `\{((?:\\\||[^|`])*)\}` \|/gm)];
  return new Map(rows.map(([, method, direction, params]) => [method, { direction, params: fields(params.replaceAll(/:[^,}]*/g, '')) }]));
}

function fields(list) {
  const names = list.split(',').map((name) => name.trim()).filter(Boolean);
  return new Map(names.map((name) => [name.replace('?', ''), name.endsWith('?')]));
}

const program = ts.createProgram([types], { strict: true });
const checker = program.getTypeChecker();

/** What the types say: by method, the type of its parameters. */
function typed(name) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(types));
  const found = checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
  const members = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(found));
  return new Map(members.map((member) => {
    const params = checker.getTypeOfSymbol(member).getProperty('params');
    return [member.name, checker.getTypeOfSymbol(params)];
  }));
}

test('every method of the server is typed, and no other', () => {
  const said = documented();
  const names = (direction) => [...said].filter(([, row]) => row.direction.startsWith(direction)).map(([name]) => name).sort();
  assert.ok(said.size >= 8, `${said.size}`);
  assert.deepEqual([...typed('Requests').keys()].sort(), names('to the server'));
  assert.deepEqual([...typed('ToClient').keys()].sort(), names('to the client'));
});

test('every parameter is typed as the server documents it', () => {
  for (const [method, type] of [...typed('Requests'), ...typed('ToClient')]) {
    const variants = type.isUnion() ? type.types : [type];
    const own = new Map();
    for (const variant of variants) {
      for (const field of checker.getPropertiesOfType(variant)) {
        const optional = (field.flags & ts.SymbolFlags.Optional) !== 0;
        const everywhere = variants.every((other) => other.getProperty(field.name));
        own.set(field.name, optional || !everywhere || own.get(field.name) === true);
      }
    }
    assert.deepEqual([...own].sort(), [...documented().get(method).params].sort(), method);
  }
});

test('real answers have their types, with nothing left over and nothing missing', async () => {
  const calls = [
    ['skill/execute', 'ExecuteResult', { action: 'list' }],
    ['skill/execute', 'ExecuteResult', { action: 'read', skill: 'release-notes' }],
    ['skill/load', 'LoadResult', { name: 'release-notes' }],
    ['skill/load', 'LoadResult', { name: 'nobody' }],
    ['skill/catalog', 'CatalogResult', { skills: [{ name: 'data', description: 'D', content: 'C', resources: ['x'] }], filter: { gone: false } }],
    ['skill/hosts', 'HostsResult', {}],
    ['skill/hosts', 'HostsResult', { hosts: 'all' }],
    ['skill/tree', 'TreeResult', {}],
    ['skill/tree', 'TreeResult', { skill: uri('.claude/skills/release-notes/SKILL.md') }],
    ['skill/draft', 'DraftResult', { root: uri('skills'), name: 'new', description: 'Does it.' }],
    ['skill/draft', 'DraftResult', { root: uri('skills'), name: 'Bad Name', description: '' }],
    ['workspace/executeCommand', 'HostRow[]', { command: 'skill-lsp.showHosts' }],
  ];
  let text = `import type * as p from './protocol.js';\n`;
  let count = 0;
  for (const [method, type, params] of calls) {
    const answer = await connection.sendRequest(method, params);
    text += `export const answer${(count += 1)}: p.${type} = ${JSON.stringify(answer)};\n`;
  }
  assert.equal(questions.length, 2);
  questions.forEach((question, nth) => (text += `export const question${nth}: p.ApproveParams = ${JSON.stringify(question)};\n`));
  const refusal = await connection.sendRequest('skill/execute', { action: 'read', skill: 'nobody' }).then(() => undefined, (error) => error.data);
  text += `export const refusal: p.Refusal = ${JSON.stringify(refusal)};\n`;
  assert.deepEqual(faults(text), []);
  // The check itself notices what does not fit.
  assert.notDeepEqual(faults(text.replace('"filesTruncated":false', '"filesTruncated":0')), []);
  assert.notDeepEqual(faults(text.replace('"isError":', '"surplus":1,"isError":')), []);
});

/** What the compiler says of a text beside the types. */
function faults(text) {
  const place = join(dir, 'types');
  mkdirSync(place, { recursive: true });
  cpSync(types, join(place, 'protocol.ts'));
  const file = join(place, 'answers.ts');
  writeFileSync(file, text);
  const options = { strict: true, exactOptionalPropertyTypes: true, noEmit: true, module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16, target: ts.ScriptTarget.ES2022, types: [] };
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options)).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').slice(0, 600));
}
