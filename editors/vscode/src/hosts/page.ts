import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { complain } from '../commands.js';
import type { HostsResult, Range } from '../protocol.js';
import type { Server } from '../server/server.js';

/** Changes that come this soon after one another are shown together. */
const SETTLE_MS = 200;

/** What the page tells. */
type FromPage =
  | { type: 'ready' }
  | { type: 'all'; on: boolean }
  | { type: 'select' }
  | { type: 'open'; uri: string; range?: Range }
  | { type: 'source'; url: string };

/** What the page is told. */
type ToPage =
  | { type: 'skills'; skills: HostsResult; order: string[]; all: boolean; only: string | undefined }
  | { type: 'failed'; message: string };

/** The page of skills by hosts. There is one. */
export class HostsPage implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private timer: NodeJS.Timeout | undefined;
  private all = false;
  private only: string | undefined;
  private readonly listening: vscode.Disposable;

  constructor(
    private readonly server: Server,
    private readonly extensionUri: vscode.Uri,
  ) {
    this.listening = server.onDidChange(() => this.refresh());
  }

  /** Shows the page; with a skill's name, that skill first. */
  show(only: string | undefined): void {
    this.only = only;
    if (this.panel) {
      this.panel.reveal();
      void this.tell();
      return;
    }
    const media = vscode.Uri.joinPath(this.extensionUri, 'media');
    const column = vscode.window.activeTextEditor ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
    const panel = vscode.window.createWebviewPanel('skillLsp.hosts', 'Skills by Hosts', column, {
      enableScripts: true,
      localResourceRoots: [media],
      retainContextWhenHidden: true,
    });
    panel.iconPath = vscode.Uri.joinPath(media, 'icon.svg');
    panel.webview.onDidReceiveMessage((message: FromPage) => this.receive(message).catch(complain));
    panel.onDidDispose(() => {
      this.panel = undefined;
    });
    panel.webview.html = html(panel.webview, media);
    this.panel = panel;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listening.dispose();
    this.panel?.dispose();
  }

  private refresh(): void {
    if (!this.panel) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.tell();
    }, SETTLE_MS);
  }

  private async tell(): Promise<void> {
    let message: ToPage;
    try {
      const skills = await this.server.request('skill/hosts', this.all ? { hosts: 'all' } : {});
      const order = (await this.server.hosts()).map(({ id }) => id);
      message = { type: 'skills', skills, order, all: this.all, only: this.only };
    } catch (error) {
      message = { type: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
    this.only = undefined;
    await this.panel?.webview.postMessage(message);
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.tell();
      case 'all':
        this.all = message.on;
        return this.tell();
      case 'select':
        return vscode.commands.executeCommand('skillLsp.selectHosts');
      case 'open': {
        const { range } = message;
        const at = range && new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
        await vscode.window.showTextDocument(vscode.Uri.parse(message.uri), {
          viewColumn: vscode.ViewColumn.One,
          ...(at ? { selection: at } : {}),
        });
        return;
      }
      case 'source':
        await vscode.env.openExternal(vscode.Uri.parse(message.url));
    }
  }
}

function html(webview: vscode.Webview, media: vscode.Uri): string {
  const nonce = randomBytes(16).toString('base64');
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${file('hosts.css')}">
  <title>Skills by Hosts</title>
</head>
<body>
  <header>
    <h1>Skills by Hosts</h1>
    <div class="bar" role="search">
      <input id="filter" type="search" placeholder="Filter skills and hosts" aria-label="Filter skills and hosts">
      <label><input id="problems" type="checkbox"> Only what differs</label>
      <label><input id="all" type="checkbox"> All hosts</label>
      <button id="select" type="button">Select Hosts…</button>
    </div>
    <p id="summary" role="status"></p>
  </header>
  <main>
    <div id="table" class="table"></div>
    <section id="why" aria-live="polite" aria-label="Why"></section>
  </main>
  <script nonce="${nonce}" src="${file('hosts.js')}"></script>
</body>
</html>`;
}
