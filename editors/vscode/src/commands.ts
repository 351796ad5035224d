import * as vscode from 'vscode';
import { type Choice, NoServer } from './server/failure.js';
import { message } from './text.js';

/** Registers a command of the extension. What goes wrong in it is told in its own words. */
export function command(id: string, run: (...args: never[]) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(`skillLsp.${id}`, async (...args: never[]) => {
    try {
      return await run(...args);
    } catch (error) {
      if (!(error instanceof vscode.CancellationError)) void complain(error);
      return undefined;
    }
  });
}

/** Tells the user of an error, with what can be done about it. */
export async function complain(error: unknown): Promise<void> {
  const words = message(error instanceof Error ? error.message : String(error));
  const chosen = await vscode.window.showErrorMessage<Choice>(words, ...(error instanceof NoServer ? error.choices : []));
  switch (chosen) {
    case 'Open Setting':
      return vscode.commands.executeCommand('workbench.action.openSettings', 'skillLsp.server.path');
    case 'Restart Server':
      return vscode.commands.executeCommand('skillLsp.restart');
    case 'Show Log':
      return vscode.commands.executeCommand('skillLsp.showLog');
    case undefined:
  }
}
