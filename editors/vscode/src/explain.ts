import * as vscode from 'vscode';
import { command } from './commands.js';
import type { Server } from './server/server.js';

const SCHEME = 'skill-lsp-rule';

/** A rule as `skill-lsp rules --format json` has it. */
interface Rule {
  code: string;
  summary: string;
  fix: string;
  page: string;
}

interface RuleItem extends vscode.QuickPickItem {
  code?: string;
}

/** The pages of the rules. */
export class Rules implements vscode.TextDocumentContentProvider {
  private known: Promise<Rule[]> | undefined;

  constructor(private readonly server: Server) {}

  register(): vscode.Disposable[] {
    return [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      command('explainRule', (code?: string) => this.explain(code)),
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const code = uri.path.slice(1).replace(/\.md$/, '');
    const rule = (await this.rules()).find((rule) => rule.code === code);
    return rule ? `# ${rule.code}\n\n${rule.page}\n\n**Fix:** ${rule.fix}.\n` : `There is no rule \`${code}\`.\n`;
  }

  private async explain(given: string | undefined): Promise<void> {
    const code = typeof given === 'string' ? given : await this.pick();
    if (!code) return;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${code}.md` });
    const commands = await vscode.commands.getCommands(true);
    // The Markdown extension may be switched off.
    if (commands.includes('markdown.showPreviewToSide')) await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
    else await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
  }

  /** The rules of the problems at the cursor and in the file come first. */
  private async pick(): Promise<string | undefined> {
    const editor = vscode.window.activeTextEditor;
    const said = editor ? vscode.languages.getDiagnostics(editor.document.uri).filter(({ source }) => source === 'skill-lsp') : [];
    const here = said.filter(({ range }) => editor?.selections.some((selection) => range.intersection(selection)));
    const own = new Set([...here, ...said].map(({ code }) => `${typeof code === 'object' ? code.value : code}`));
    const items = this.rules().then((rules) => {
      const item = ({ code, summary, fix }: Rule): RuleItem => ({
        label: code,
        detail: summary,
        ...(fix === 'none' ? {} : { description: fix === 'safe' ? 'has a safe fix' : 'has a fix that needs a decision' }),
        code,
      });
      const first = [...own].flatMap((code) => rules.filter((rule) => rule.code === code)).map(item);
      const separator = (label: string): RuleItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
      const rest = rules.filter(({ code }) => !own.has(code)).map(item);
      return first.length ? [separator('in this file'), ...first, separator('all others'), ...rest] : rest;
    });
    const picked = await vscode.window.showQuickPick(items, { title: 'Explain Rule', matchOnDetail: true });
    return picked?.code;
  }

  private rules(): Promise<Rule[]> {
    this.known ??= this.server
      .run(['rules', '--format', 'json'])
      .then((json) => JSON.parse(json) as Rule[])
      .catch((error: unknown) => {
        this.known = undefined;
        throw error;
      });
    return this.known;
  }
}
