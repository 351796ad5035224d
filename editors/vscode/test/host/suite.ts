import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import type { Api } from '../../src/extension.js';

export const all: { name: string; test: () => Promise<void> }[] = [];

export function test(name: string, run: () => Promise<void>): void {
  all.push({ name, test: run });
}

/** Waits until something holds. */
export async function until<T>(holds: () => T | PromiseLike<T>, what: string, most = 120_000): Promise<NonNullable<T>> {
  const end = Date.now() + most;
  for (;;) {
    const value = await holds();
    if (value) return value as NonNullable<T>;
    if (Date.now() > end) throw new Error(`waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export async function extension(): Promise<Api> {
  const found = vscode.extensions.getExtension<Api>('skill-lsp.skill-lsp');
  if (!found) throw new Error('the extension is not installed');
  return found.activate();
}

/** The folder that is open. */
export function folder(): string {
  return vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
}

/** Writes a file of the folder. */
export function write(path: string, text: string): vscode.Uri {
  const file = join(folder(), path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return vscode.Uri.file(file);
}

export async function open(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One, preview: false });
}

/** Changes an open text without saving it. */
export async function edit(editor: vscode.TextEditor, from: string, to: string): Promise<void> {
  const at = editor.document.getText().indexOf(from);
  if (at < 0) throw new Error(`there is no ${from} in ${editor.document.uri.path}`);
  const range = new vscode.Range(editor.document.positionAt(at), editor.document.positionAt(at + from.length));
  if (!(await editor.edit((builder) => builder.replace(range, to)))) throw new Error('the edit was not made');
}

/** The codes of the problems of a file. */
export function codes(uri: vscode.Uri): string[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'skill-lsp').map(({ code }) => `${code}`).sort();
}

export async function says(uri: vscode.Uri, expected: string[]): Promise<void> {
  await until(() => JSON.stringify(codes(uri)) === JSON.stringify(expected), `${uri.path} has ${expected}`).catch(() => {
    throw new Error(`${uri.path} has ${codes(uri)} instead of ${expected}`);
  });
}

/** The text of the preview whose title has these words. */
export function preview(title: string): string | undefined {
  const found = vscode.workspace.textDocuments.find(({ uri, isClosed }) => uri.scheme === 'skill-lsp' && uri.path.includes(title) && !isClosed);
  return found?.getText();
}

export async function previewShows(title: string, text: string): Promise<void> {
  await until(() => preview(title)?.includes(text), `the preview ${title} shows ${text}`).catch((error: Error) => {
    throw new Error(`${error.message}; it shows ${JSON.stringify(preview(title)?.slice(0, 500))}`);
  });
}

/** Closes everything without saving. */
export async function tidy(): Promise<void> {
  for (const { uri, isDirty } of vscode.workspace.textDocuments) {
    if (!isDirty) continue;
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Writes a skill, and waits until the server knows it. */
export async function writeSkill(name: string, description?: string, root = '.claude/skills'): Promise<vscode.Uri> {
  const uri = write(`${root}/${name}/SKILL.md`, skill(name, description));
  const { request } = await extension();
  const knows = async () => JSON.stringify(await request('skill/tree', {})).includes(uri.toString());
  await until(knows, `the server knows ${name}`);
  return uri;
}

/** A skill without a fault. */
export function skill(name: string, description = 'Does one thing well when asked.'): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# Steps\n\nDo the work.\n`;
}

/** A text with the cursor `|` taken out, and where that was. */
export function drawn(text: string): { text: string; at: vscode.Position } {
  const before = text.slice(0, text.indexOf('|')).split('\n');
  return { text: text.replace('|', ''), at: new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0) };
}

/** Opens a skill with this text, which is not saved, in an editor, once the server has it; `|` is where the cursor goes. */
export async function writing(uri: vscode.Uri, text: string): Promise<{ document: vscode.TextDocument; at: vscode.Position }> {
  const editor = await open(uri);
  const { text: whole, at } = text.includes('|') ? drawn(text) : { text, at: new vscode.Position(0, 0) };
  await edit(editor, editor.document.getText(), whole);
  editor.selection = new vscode.Selection(at, at);
  const { server } = await extension();
  await until(() => server().documents.includes(uri.toString()), 'the server has the text');
  return { document: editor.document, at };
}

/** What VS Code's own command for some feature gives, from every extension that has something to say. */
export function ask<T>(feature: string, ...args: unknown[]): Thenable<T> {
  return vscode.commands.executeCommand<T>(`vscode.${feature}`, ...args);
}

/** The place of a part of a document. */
export function place(document: vscode.TextDocument, part: string): vscode.Range {
  const at = document.getText().indexOf(part);
  if (at < 0) throw new Error(`there is no ${part} in ${document.uri.path}`);
  return new vscode.Range(document.positionAt(at), document.positionAt(at + part.length));
}
