import * as vscode from 'vscode';
import type { Requests } from '../protocol.js';
import { Refused, type Server } from '../server/server.js';
import { argumentsOf, type Call, previewOf, SCHEME } from './call.js';
import { asJson, type Outcome, rendered } from './render.js';

/** The texts of previews, made anew whenever results may have changed. */
export class PreviewDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly stale = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.stale.event;
  private readonly renewed = new vscode.EventEmitter<void>();
  /** A preview has a new outcome. */
  readonly onDidRenew = this.renewed.event;
  private readonly outcomes = new Map<string, Outcome>();
  private readonly closed = new vscode.EventEmitter<Call>();
  /** The last preview of a call was closed. */
  readonly onDidClose = this.closed.event;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.disposables = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      server.onDidChange(() => this.refresh()),
      // The editor keeps documents for a while after nobody can see them, and closes some to open them anew.
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => closed.flatMap(previewsIn).forEach((uri) => this.forget(uri))),
      this.stale,
      this.renewed,
      this.closed,
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const preview = previewOf(uri);
    if (!preview) return 'This preview was of a call that is too long to be kept; make the call again.\n';
    const outcome = await this.run(preview.call, token);
    this.outcomes.set(uri.toString(), outcome);
    this.renewed.fire();
    return preview.form === 'json' ? asJson(outcome) : rendered(preview.call, outcome);
  }

  /** What a preview shows now. */
  outcome(uri: vscode.Uri): Outcome | undefined {
    return this.outcomes.get(uri.toString());
  }

  /** Makes one preview, or all that are open, anew. */
  refresh(only?: vscode.Uri): void {
    const open = vscode.workspace.textDocuments.map((document) => document.uri).filter((uri) => uri.scheme === SCHEME);
    for (const uri of only ? [only] : open) this.stale.fire(uri);
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  private async run({ method, params }: Call, token: vscode.CancellationToken): Promise<Outcome> {
    try {
      const result = await this.server.request(method, params as Requests[typeof method]['params'], token);
      return { result };
    } catch (error) {
      if (error instanceof Refused) return { error: { message: error.message, ...error.refusal } };
      return { error: { message: error instanceof Error ? error.message : String(error) } };
    }
  }

  private forget(uri: vscode.Uri): void {
    const open = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap(previewsIn);
    const preview = previewOf(uri);
    if (!preview || open.some((other) => other.toString() === uri.toString())) return;
    this.outcomes.delete(uri.toString());
    const args = JSON.stringify(argumentsOf(preview.call));
    const others = open.map((other) => previewOf(other)?.call);
    if (!others.some((call) => call && JSON.stringify(argumentsOf(call)) === args)) this.closed.fire(preview.call);
  }
}

/** The previews that a tab shows. */
function previewsIn({ input }: vscode.Tab): vscode.Uri[] {
  const uris =
    input instanceof vscode.TabInputText ? [input.uri] : input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
  return uris.filter(({ scheme }) => scheme === SCHEME);
}
