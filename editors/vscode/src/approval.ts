import * as vscode from 'vscode';
import type { ApproveParams, ApproveResult } from './protocol.js';
import { argumentsOf, type Call } from './previews/call.js';
import { label } from './text.js';

/** Where it is kept that a workspace allows all calls. */
const ALWAYS = 'skillLsp.alwaysAllowed';

interface Choice extends vscode.QuickPickItem {
  result: ApproveResult;
  isForEver?: boolean;
}

const DENIED: ApproveResult = { decision: 'deny', message: 'The user denied the call' };

/**
 * Asks the user before each list and read, as an agent's host does. An open preview makes its call again at every change:
 * the user is asked for it once, until it is closed or opened anew.
 */
export class Approval {
  private readonly decided = new Map<string, ApproveResult>();
  private readonly asking = new Map<string, Promise<ApproveResult>>();

  constructor(private readonly state: vscode.Memento) {}

  /** Decides on a call. */
  async decide({ args }: ApproveParams, token: vscode.CancellationToken): Promise<ApproveResult> {
    if (this.state.get<boolean>(ALWAYS)) return { decision: 'allow' };
    const key = JSON.stringify(args);
    const decided = this.decided.get(key) ?? (await this.asking.get(key));
    if (decided) return decided;
    const asked = this.ask(JSON.stringify(args, undefined, 1).replaceAll(/\s*\n\s*/g, ' '), token);
    this.asking.set(key, asked);
    const result = await asked.finally(() => this.asking.delete(key));
    if (!token.isCancellationRequested) this.decided.set(key, result);
    return result;
  }

  /** Forgets what was decided on a call. */
  forget(call: Call): void {
    this.decided.delete(JSON.stringify(argumentsOf(call)));
  }

  /** Forgets all decisions, those for ever as well. */
  async forgetAll(): Promise<void> {
    this.decided.clear();
    await this.state.update(ALWAYS, undefined);
  }

  private async ask(call: string, token: vscode.CancellationToken): Promise<ApproveResult> {
    const choices: Choice[] = [
      { label: '$(check) Allow Once', detail: label(call, 1_000), result: { decision: 'allow' } },
      {
        label: '$(check-all) Always Allow in This Workspace',
        detail: '“Skills: Forget Approvals” takes it back',
        result: { decision: 'allow' },
        isForEver: true,
      },
      { label: '$(circle-slash) Deny', detail: 'The agent is told that the user denied the call', result: DENIED },
    ];
    const chosen = await vscode.window.showQuickPick(
      choices,
      { title: 'An agent would call the skill tool', placeHolder: 'Allow this call?', ignoreFocusOut: true },
      token,
    );
    if (chosen?.isForEver) await this.state.update(ALWAYS, true);
    return chosen?.result ?? DENIED;
  }
}
