import * as vscode from 'vscode';

const told = new WeakSet<object>();

/** Remembers that the user has been told of an error. */
export function tell(error: unknown): void {
  if (typeof error === 'object' && error !== null) told.add(error);
}

/** Registers a command of the extension. What goes wrong in it is told once, in its own words. */
export function command(id: string, run: (...args: never[]) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(`skillLsp.${id}`, async (...args: never[]) => {
    try {
      return await run(...args);
    } catch (error) {
      if (error instanceof vscode.CancellationError || (typeof error === 'object' && error !== null && told.has(error))) return undefined;
      void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  });
}
