import * as vscode from 'vscode';
import { message } from './text.js';

const KIND = vscode.CodeActionKind.SourceFixAll.append('skill-lsp');

/** Makes all safe fixes of the text in the editor. */
export async function fixAllInFile(): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) return;
  const isFixed = await fix(document.uri);
  vscode.window.setStatusBarMessage(isFixed ? '$(check) All safe problems are fixed' : '$(info) There is nothing that can be fixed safely', 4_000);
}

/** Makes all safe fixes of all skills. The texts stay unsaved. */
export async function fixAllInWorkspace(): Promise<void> {
  const files = vscode.languages
    .getDiagnostics()
    .filter(([, said]) => said.some(({ source }) => source === 'skill-lsp'))
    .map(([uri]) => uri);
  const title = 'Fixing all safe problems';
  const { changed: fixed, failed } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (progress, token) => {
      const changed: vscode.Uri[] = [];
      const failed: string[] = [];
      for (const uri of files) {
        if (token.isCancellationRequested) break;
        progress.report({ message: message(vscode.workspace.asRelativePath(uri)), increment: 100 / files.length });
        try {
          if (await fix(uri)) changed.push(uri);
        } catch (error) {
          // One that cannot be opened as a text is no reason to leave the others.
          failed.push(`${vscode.workspace.asRelativePath(uri)}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return { changed, failed };
    },
  );
  if (failed.length) {
    const words = failed.length === 1 ? '1 file' : `${failed.length} files`;
    void vscode.window.showWarningMessage(message(`${words} could not be opened: ${failed.join('; ')}`));
  }
  if (!fixed.length) {
    void vscode.window.showInformationMessage('There is nothing that can be fixed safely.');
    return;
  }
  const words = fixed.length === 1 ? '1 file' : `${fixed.length} files`;
  const chosen = await vscode.window.showInformationMessage(`All safe problems are fixed: ${words} changed, not saved yet.`, 'Save', 'Show');
  if (chosen === 'Save') for (const uri of fixed) await vscode.workspace.save(uri);
  if (chosen === 'Show') for (const uri of fixed) await vscode.window.showTextDocument(uri, { preview: false });
}

async function fix(uri: vscode.Uri): Promise<boolean> {
  const document = await vscode.workspace.openTextDocument(uri);
  const whole = new vscode.Range(0, 0, document.lineCount, 0);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, whole, KIND.value, 1);
  const edit = actions.find((action) => action.kind && KIND.contains(action.kind))?.edit;
  return edit ? vscode.workspace.applyEdit(edit) : false;
}
