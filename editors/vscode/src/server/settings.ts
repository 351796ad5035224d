import * as vscode from 'vscode';

const SECTION = 'skillLsp';

/** Settings that are the extension's own and mean nothing to the server. */
const OWN = ['server', 'trace'];

/**
 * What the server is to know: only what somebody has set, so that the rest stays as `skill-lsp.toml` says. What concerns
 * this client itself is always said.
 */
export function forServer(): Record<string, unknown> {
  const config = vscode.workspace.getConfiguration(SECTION);
  const set: Record<string, unknown> = {};
  for (const key of Object.keys(config)) {
    const known = config.inspect(key);
    if (!known || OWN.includes(key)) continue;
    const isSet = [known.globalValue, known.workspaceValue, known.workspaceFolderValue].some((value) => value !== undefined);
    if (isSet) set[key] = config.get(key);
  }
  return {
    ...set,
    approval: config.get<boolean>('approval', false),
    approvalTimeout: config.get<number>('approvalTimeout', 60_000),
    diagnostics: config.get<string>('diagnostics', 'push'),
    formatting: config.get<boolean>('formatting', false),
    logLevel: config.get<string>('logLevel', 'warn'),
    changed: true,
  };
}

/** The program that the settings name, whatever they have there: what is no text is the name of no program. */
export function serverPath(): string {
  const path = vscode.workspace.getConfiguration(SECTION).get<unknown>('server.path') ?? '';
  return typeof path === 'string' ? path : JSON.stringify(path);
}

/** The hosts that are selected in the settings. */
export function selectedHosts(): string[] {
  const hosts = vscode.workspace.getConfiguration(SECTION).get<unknown>('hosts');
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
}

/** Selects hosts for the workspace, or for everything where no folder is open; none means those that read the root. */
export async function selectHosts(ids: string[]): Promise<void> {
  const hasFolder = (vscode.workspace.workspaceFolders?.length ?? 0) > 0;
  const target = hasFolder ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration(SECTION).update('hosts', ids.length ? ids : undefined, target);
}
