import * as vscode from 'vscode';
import type { ReadResult } from '../protocol.js';
import { previewOf, SCHEME } from './call.js';
import type { PreviewDocuments } from './documents.js';
import { label } from '../text.js';

/** What can be done with a preview, above its text. */
export class PreviewLenses implements vscode.CodeLensProvider {
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  constructor(private readonly documents: PreviewDocuments) {
    this.onDidChangeCodeLenses = documents.onDidRenew;
  }

  static register(documents: PreviewDocuments): vscode.Disposable {
    return vscode.languages.registerCodeLensProvider({ scheme: SCHEME }, new PreviewLenses(documents));
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const preview = previewOf(uri);
    if (!preview) return [];
    const outcome = this.documents.outcome(uri);
    const top = new vscode.Range(0, 0, 0, 0);
    const lens = (title: string, command: string, ...args: unknown[]) =>
      new vscode.CodeLens(top, { title, command, arguments: args });
    const lenses = [
      lens('Copy Call', 'skillLsp.copyCall', uri),
      lens('Copy Result', 'skillLsp.copyResult', uri),
      lens(preview.form === 'json' ? 'Show as Text' : 'Show as JSON', 'skillLsp.toggleJson', uri),
    ];
    if (outcome && 'error' in outcome) {
      const isDecision = outcome.error.kind === 'refused' || outcome.error.kind === 'user-input-required';
      lenses.push(lens(isDecision ? 'Ask Again' : 'Try Again', 'skillLsp.askAgain', uri));
    } else if (outcome && 'truncated' in outcome.result && (outcome.result as ReadResult).truncated) {
      lenses.push(lens('$(warning) The agent does not get the rest of this file', ''));
    }
    if (preview.from) lenses.push(lens(`$(warning) This is not ${label(preview.from)}, whose name another skill takes`, ''));
    return lenses;
  }
}
