import * as vscode from 'vscode';
import type { TreeSkill } from '../protocol.js';
import type { Server } from '../server/server.js';

/** A skill, and the file of it that is meant. */
export interface Target {
  skill: TreeSkill;
  /** Relative to the skill's directory, with `/`; none for its entry file. */
  path: string | undefined;
}

/** The skill in which a file lies. */
export async function targetOf(server: Server, uri: vscode.Uri): Promise<Target | undefined> {
  if (uri.scheme !== 'file') return undefined;
  const { roots } = await server.request('skill/tree', { skill: uri.toString() });
  const skill = roots.flatMap((root) => root.skills)[0];
  if (!skill?.directory) return undefined;
  return { skill, path: pathIn(skill, uri) };
}

/** The skill of the text that has the focus. */
export async function activeTarget(server: Server): Promise<Target | undefined> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri && targetOf(server, uri);
}

function pathIn({ directory, uri: entry, files }: TreeSkill, uri: vscode.Uri): string | undefined {
  if (entry && same(vscode.Uri.parse(entry), uri)) return undefined;
  const known = files?.find((file) => file.uri && same(vscode.Uri.parse(file.uri), uri));
  if (known) return known.path;
  const base = `${vscode.Uri.parse(directory ?? '').path}/`;
  return uri.path.startsWith(base) ? uri.path.slice(base.length) : undefined;
}

function same(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}
