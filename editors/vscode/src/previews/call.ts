import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import { row } from '../text.js';
import type { CatalogParams, ExecuteParams, LoadParams, Source } from '../protocol.js';

/** A call of one of the skill tools. */
export type Call =
  | { method: 'skill/execute'; params: ExecuteParams }
  | { method: 'skill/load'; params: LoadParams }
  | { method: 'skill/catalog'; params: CatalogParams };

/** How a preview shows its result. */
export type Form = 'text' | 'json';

/** What a preview shows. */
export interface Preview {
  call: Call;
  form: Form;
  /** The file from which the preview was opened, which need not be the one that is read. */
  from?: string;
}

/** The scheme of previews. */
export const SCHEME = 'skill-lsp';

/** A call that is longer makes an address that VS Code takes seconds to handle. */
const LONGEST = 10_000;

/** Previews whose calls are too long for an address. They live as long as the window. */
const long = new Map<string, Preview>();

/** The document of a preview; equal for equal previews. */
export function uriOf(preview: Preview): vscode.Uri {
  let query = JSON.stringify(preview);
  if (query.length > LONGEST) {
    const key = createHash('sha256').update(query).digest('hex');
    long.set(key, preview);
    query = key;
  }
  return vscode.Uri.from({ scheme: SCHEME, path: `/${title(preview)}`, query });
}

/** What a document shows; nothing for documents that are no previews. */
export function previewOf(uri: vscode.Uri): Preview | undefined {
  if (uri.scheme !== SCHEME || !uri.query) return undefined;
  const kept = long.get(uri.query);
  if (kept) return kept;
  try {
    return JSON.parse(uri.query) as Preview;
  } catch {
    return undefined;
  }
}

/** The same call on another text. */
export function withSource(preview: Preview, source: Source): Preview {
  return { ...preview, call: { ...preview.call, params: { ...preview.call.params, source } } as Call };
}

/** The arguments as an agent gives them: without what only this protocol has. */
export function argumentsOf(call: Call): Record<string, unknown> {
  const { source: _, ...args } = call.params;
  return args;
}

/** A call as its JSON says it: one with an `action` is the list/read tool's, one with a `name` the load tool's. */
export function callOf(json: string): Call | string {
  let args: unknown;
  try {
    args = JSON.parse(json);
  } catch (error) {
    return `This is no JSON: ${(error as Error).message}`;
  }
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return 'The arguments of a call are an object: {"action": "list"}';
  if ('action' in args) return { method: 'skill/execute', params: args as ExecuteParams };
  if ('name' in args) return { method: 'skill/load', params: args as LoadParams };
  return 'A call has an "action" (the list/read tool) or a "name" (the load tool).';
}

function title({ call, form }: Preview): string {
  const tail = `${call.params.source === 'disk' ? ' on disk' : ''}${form === 'json' ? ' as JSON' : ''}`;
  switch (call.method) {
    case 'skill/catalog':
      return `Catalog${tail}`;
    case 'skill/load':
      return `${plain(call.params.name)} (loaded)${tail}`;
    case 'skill/execute': {
      if (call.params.action !== 'read') return `Skills (${plain(call.params.action)})${tail}`;
      const { skill, path } = call.params;
      return `${path ? `${plain(path)} of ` : ''}${plain(skill)} (read)${tail}`;
    }
  }
}

/** Text that can stand in a title: paths keep their last name. */
function plain(text: unknown): string {
  const words = typeof text === 'string' ? text : JSON.stringify(text) ?? 'nothing';
  // A title is a path, which must not begin with two slashes.
  return row(words.slice(-1_000).split(/[\\/]/).filter(Boolean).at(-1) ?? (words.replaceAll('/', '\u2215') || 'nothing'), 60);
}
