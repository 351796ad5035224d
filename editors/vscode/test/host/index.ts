// VS Code calls `run` in its extension host, beside the extension that was installed from the .vsix.
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { all } from './suite.js';
import './tests/documents.js';
import './tests/problems.js';
import './tests/previews.js';
import './tests/server.js';
import './tests/settings.js';
import './tests/writing.js';
import './tests/navigation.js';
import './tests/renaming.js';
import './tests/actions.js';
import './tests/places.js';

export async function run(): Promise<void> {
  const results = process.env.SKILL_LSP_RESULTS ?? '';
  if (!vscode.workspace.workspaceFolders?.length) {
    // The tests would write anywhere.
    appendFileSync(results, 'no folder\n');
    return;
  }
  const wanted = all.filter(({ name }) => name.match(process.env.MATCH ?? ''));
  let failed = 0;
  for (const { name, test } of wanted) {
    const began = Date.now();
    try {
      await Promise.race([test(), late()]);
      appendFileSync(results, `ok ${name} (${Date.now() - began} ms)\n`);
    } catch (error) {
      failed += 1;
      appendFileSync(results, `not ok ${name} (${Date.now() - began} ms)\n${(error as Error).stack ?? String(error)}\n`);
    }
  }
  appendFileSync(results, `${wanted.length - failed} passed, ${failed} failed\n`);
}

/** A test that waits for somebody ends as well. */
function late(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('the test does not end')), 240_000).unref());
}
