import type { CatalogResult, ExecuteResult, LoadResult, ListResult, ReadResult, Refusal, Requests } from '../protocol.js';
import type { Call } from './call.js';

/** What came of a call. */
export type Outcome =
  | { result: Requests[Call['method']]['result'] }
  | { error: { message: string } & Partial<Refusal> };

/** The line between what is told of a result and the text in it. */
export const RULE = '─'.repeat(48);

/** A result as it can be read: its fields by name, then its text as it is. */
export function rendered(call: Call, outcome: Outcome): string {
  if ('error' in outcome) return refused(outcome.error);
  switch (call.method) {
    case 'skill/execute':
      return executed(outcome.result as ExecuteResult);
    case 'skill/load':
      return loaded(outcome.result as LoadResult);
    case 'skill/catalog':
      return catalog(outcome.result as CatalogResult);
  }
}

/** A result exactly as it is. */
export function asJson(outcome: Outcome): string {
  return `${JSON.stringify('error' in outcome ? { error: outcome.error } : outcome.result, undefined, 2)}\n`;
}

function refused({ message, kind, available }: { message: string } & Partial<Refusal>): string {
  const lines = [`error: ${message}`];
  if (kind) lines.push(`kind: ${kind}`);
  if (available) lines.push(`available: ${available.join(', ') || '(none)'}`);
  return `${lines.join('\n')}\n`;
}

function executed(result: ExecuteResult): string {
  return result.action === 'list' ? listed(result) : read(result);
}

function listed({ action, skills }: ListResult): string {
  const entries = skills.map(({ name, description, files, filesTruncated }) =>
    [
      `name: ${name}`,
      `description: ${description}`,
      `files: ${files.join(', ')}`,
      `filesTruncated: ${filesTruncated}${filesTruncated ? ` (only these ${files.length} are listed)` : ''}`,
    ].join('\n'),
  );
  return `${[`action: ${action}\nskills: ${skills.length}\n${RULE}`, ...entries].join('\n\n')}\n`;
}

function read({ action, skill, path, content, truncated }: ReadResult): string {
  const cut = truncated ? ` (cut after ${grouped(content.length)} UTF-16 units: the agent gets no more than this)` : '';
  return headed({ action, skill, path, truncated: `${truncated}${cut}` }, content);
}

function loaded({ output, isError, metadata }: LoadResult): string {
  return headed({ isError: `${isError}`, ...metadata }, output);
}

function catalog({ prompt, skills, skipped, warnings }: CatalogResult): string {
  const head: Record<string, string> = { skills: `${skills.length}`, skipped: `${skipped.length}`, warnings: `${warnings.length}` };
  skipped.forEach(({ location, reason, detail }, nth) => {
    head[`skipped ${nth + 1}`] = `${location}: ${reason}${detail ? ` (${detail.split('\n')[0]})` : ''}`;
  });
  warnings.forEach((warning, nth) => {
    head[`warning ${nth + 1}`] = warning;
  });
  return headed(head, prompt);
}

function headed(head: Record<string, string>, text: string): string {
  const lines = Object.entries(head).map(([key, value]) => `${key}: ${value}`);
  return `${lines.join('\n')}\n${RULE}\n${text}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}
