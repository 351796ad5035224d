import * as vscode from 'vscode';
import type { SkillByHosts } from '../protocol.js';
import type { Server } from '../server/server.js';
import { isOfSkill } from '../server/relevant.js';
import { markdown } from '../text.js';

/** Changes that come this soon after one another are shown together. */
const SETTLE_MS = 120;

/** What the hosts make of the skill in the editor, in the status bar. */
export class HostsStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('skillLsp.hosts', vscode.StatusBarAlignment.Right, 90);
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private running: vscode.CancellationTokenSource | undefined;

  constructor(private readonly server: Server) {
    this.item.name = 'Skill Hosts';
    this.item.command = 'skillLsp.hostsMenu';
    this.disposables = [
      this.item,
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
      server.onDidChange(() => this.refresh()),
    ];
    this.refresh();
  }

  refresh(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.look();
    }, SETTLE_MS);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.running?.cancel();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private async look(): Promise<void> {
    this.running?.cancel();
    const running = new vscode.CancellationTokenSource();
    this.running = running;
    const document = vscode.window.activeTextEditor?.document;
    const skill = document && document.uri.scheme === 'file' && isOfSkill(document) ? await this.ask(document.uri, running.token) : undefined;
    if (running.token.isCancellationRequested) return;
    await vscode.commands.executeCommand('setContext', 'skillLsp.editorInSkill', skill !== undefined);
    if (!skill) return this.item.hide();
    this.item.text = `$(book) ${summary(skill)}`;
    this.item.tooltip = new vscode.MarkdownString(details(skill), true);
    const lost = skill.hosts.some(({ state }) => state === 'lost');
    this.item.backgroundColor = lost ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.item.show();
  }

  private async ask(uri: vscode.Uri, token: vscode.CancellationToken): Promise<SkillByHosts | undefined> {
    try {
      const found = await this.server.request('skill/hosts', { skill: uri.toString() }, token);
      return found[0];
    } catch {
      // A file that is of no skill any more, or a server that does not run: both show elsewhere.
      return undefined;
    }
  }
}

/** The hosts in a few words: "8 hosts · 2 differ". */
export function summary({ hosts }: SkillByHosts): string {
  const number = (state: string) => hosts.filter((host) => host.state === state).length;
  const parts = [`${hosts.length} ${hosts.length === 1 ? 'host' : 'hosts'}`];
  if (number('lost')) parts.push(`${number('lost')} lost`);
  if (number('differs')) parts.push(`${number('differs')} differ`);
  if (number('unknown')) parts.push(`${number('unknown')} unknown`);
  return parts.join(' · ');
}

function details({ skill, hosts }: SkillByHosts): string {
  const icon = { loads: '$(pass)', differs: '$(warning)', lost: '$(error)', unknown: '$(question)' };
  const lines = hosts.map(({ title, state, reasons, open }) => {
    const why = reasons.find(({ effect }) => effect !== 'noted')?.does ?? (open ? `it is not known ${open}` : undefined);
    return `${icon[state]} **${markdown(title)}** ${why ? markdown(why) : state}`;
  });
  return [`**${markdown(skill, 200)}**`, ...lines].join('\n\n');
}
