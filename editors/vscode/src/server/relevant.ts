import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';

const ENTRY = /^skill\.md$/i;

/** The server's settings of a folder. */
const SETTINGS = 'skill-lsp.toml';

/** Whether the server should have the text of a document. */
export function isServed(document: vscode.TextDocument): boolean {
  return isOfSkill(document) || (document.uri.scheme === 'file' && basename(document.uri.fsPath) === SETTINGS);
}

/** Whether a document is of a skill, so that the server should have its text. Documents without a file may become one. */
export function isOfSkill(document: vscode.TextDocument): boolean {
  const { uri } = document;
  if (uri.scheme === 'untitled') return true;
  if (uri.scheme !== 'file') return false;
  if (ENTRY.test(basename(uri.fsPath))) return true;
  const top = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
  for (let dir = dirname(uri.fsPath); ; dir = dirname(dir)) {
    if (holdsEntry(dir)) return true;
    if (dir === top || dir === dirname(dir)) return false;
  }
}

function holdsEntry(dir: string): boolean {
  if (existsSync(`${dir}/SKILL.md`)) return true;
  try {
    return readdirSync(dir).some((name) => ENTRY.test(name));
  } catch {
    return false;
  }
}
