import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SELECTOR } from '../../src/server/selector.js';

const { capabilities, activationEvents, contributes } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Whether a document is one that the server may be told of, wherever it lies. */
function isServed(scheme: string, language: string): boolean {
  return SELECTOR.some((kind) => kind.scheme === scheme && kind.language === language && kind.pattern === undefined);
}

test('SKILL.md is served where VS Code has the language skill, and where it has not', () => {
  for (const scheme of ['file', 'untitled']) {
    assert.ok(isServed(scheme, 'skill') && isServed(scheme, 'markdown'), scheme);
    assert.ok(!isServed(scheme, 'plaintext'), scheme);
  }
  assert.ok(!isServed('vscode-vfs', 'markdown') && !isServed('git', 'skill'));
  // Without that language it is the skill in the folder that wakes the extension.
  assert.deepEqual(activationEvents, ['onLanguage:skill', 'workspaceContains:**/SKILL.md']);
  assert.deepEqual(contributes.snippets.map(({ language }: { language: string }) => language).sort(), ['markdown', 'skill']);
});

test('a virtual workspace is told that it is not served, and why', () => {
  const { supported, description } = capabilities.virtualWorkspaces;
  assert.equal(supported, false);
  assert.match(description, /not served: the server reads files/);
});

test('a workspace that is not trusted names no program', () => {
  const { supported, restrictedConfigurations } = capabilities.untrustedWorkspaces;
  assert.equal(supported, 'limited');
  const settings = contributes.configuration.flatMap(({ properties }: { properties: object }) => Object.keys(properties));
  const programs = settings.filter((key: string) => /path|command|program/i.test(key.split('.').slice(1).join('.')) && !/ignores/i.test(key));
  assert.deepEqual(restrictedConfigurations, programs);
});
