import * as vscode from 'vscode';
import { Approval } from './approval.js';
import { command, complain } from './commands.js';
import { Rules } from './explain.js';
import { fixAllInFile, fixAllInWorkspace } from './fixAll.js';
import { HostsPage } from './hosts/page.js';
import { chooseHosts } from './hosts/select.js';
import { HostsStatus } from './hosts/status.js';
import { newReference, newSkill } from './newSkill.js';
import { registerPreviews } from './previews/commands.js';
import { PreviewDocuments } from './previews/documents.js';
import { PreviewLenses } from './previews/lenses.js';
import { Server } from './server/server.js';
import { registerRowCommands } from './view/commands.js';
import { registerDecorations } from './view/decorations.js';
import type { Node } from './view/nodes.js';
import { SkillsTree } from './view/tree.js';

/** What the extension tells others, and its tests. */
export interface Api {
  /** How long its own activation took, in milliseconds. */
  readonly activation: number;
  /** Asks the server: the protocol beyond LSP. */
  request: Server['request'];
  /** The server that runs. */
  server(): { pid: number | undefined; path: string | undefined; version: string | undefined; documents: string[] };
}

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const began = performance.now();
  const log = vscode.window.createOutputChannel('Skill LSP', { log: true });
  const approval = new Approval(context.workspaceState);
  const page = (skill?: string) => vscode.commands.executeCommand('skillLsp.showHosts', skill);
  const running = new Server(context, log, {
    approve: (params, token) => approval.decide(params, token),
    command: (id, args) => {
      // The server's own commands answer with data; here they show it.
      if (id === 'skill-lsp.list') return settled(vscode.commands.executeCommand('skillLsp.previewList'));
      if (id === 'skill-lsp.read') return settled(vscode.commands.executeCommand('skillLsp.previewRead', nameIn(args)));
      if (id === 'skill-lsp.showHosts') return settled(page(nameIn(args)));
      return undefined;
    },
  });
  server = running;
  const documents = new PreviewDocuments(running);
  const hosts = new HostsPage(running, context.extensionUri);
  context.subscriptions.push(
    log,
    running,
    documents,
    hosts,
    documents.onDidClose((call) => approval.forget(call)),
    PreviewLenses.register(documents),
    ...registerPreviews(context, running, documents, (call) => approval.forget(call)),
    new SkillsTree(running),
    new HostsStatus(running),
    registerDecorations(),
    ...registerRowCommands(),
    ...new Rules(running).register(),
    command('showHosts', (skill?: unknown) => hosts.show(nameIn([skill]))),
    command('selectHosts', () => chooseHosts(running)),
    command('hostsMenu', () => hostsMenu()),
    command('newSkill', (node?: Node) => newSkill(running, node)),
    command('newReference', (node?: Node) => newReference(node)),
    command('fixAll', fixAllInFile),
    command('fixAllInWorkspace', fixAllInWorkspace),
    command('restart', () => running.restart()),
    command('showLog', () => log.show()),
    command('forgetApprovals', () => approval.forgetAll()),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('skillLsp.server')) void running.restart().catch(complain);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      // Settings of the workspace that name programs count from now on.
      void running.restart().catch(complain);
    }),
  );
  void vscode.commands.executeCommand('setContext', 'skillLsp.isActive', true);
  running.start().catch(complain);
  const activation = performance.now() - began;
  log.info(`Activated in ${activation.toFixed(1)} ms`);
  return {
    activation,
    request: (method, params, token) => running.request(method, params, token),
    server: () => ({ pid: running.pid, path: running.runs?.path, version: running.runs?.version, documents: running.documents }),
  };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** The skill's name in the arguments of a command: a text, or an object with `skill`. */
function nameIn([first]: unknown[]): string | undefined {
  if (typeof first === 'string') return first;
  if (typeof first !== 'object' || first === null || !('skill' in first)) return undefined;
  const { skill } = first;
  if (typeof skill === 'string') return skill;
  return typeof skill === 'object' && skill !== null && 'name' in skill && typeof skill.name === 'string' ? skill.name : undefined;
}

/** A command without an answer is one all the same. */
async function settled(done: Thenable<unknown>): Promise<unknown> {
  return (await done) ?? null;
}

async function hostsMenu(): Promise<void> {
  const items = [
    { label: '$(table) Show Hosts', command: 'skillLsp.showHosts' },
    { label: '$(checklist) Select Hosts…', command: 'skillLsp.selectHosts' },
    { label: '$(open-preview) Preview Read Output', command: 'skillLsp.previewRead' },
    { label: '$(open-preview) Preview Loaded Skill', command: 'skillLsp.previewLoaded' },
    { label: '$(output) Show Log', command: 'skillLsp.showLog' },
  ];
  const picked = await vscode.window.showQuickPick(items, { title: 'Skill Hosts' });
  if (picked) await vscode.commands.executeCommand(picked.command);
}
