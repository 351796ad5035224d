import * as vscode from 'vscode';
import type { DraftFault, DraftResult } from './protocol.js';
import type { Node } from './view/nodes.js';
import type { Server } from './server/server.js';
import { label, message } from './text.js';

/** Roots that are offered where a workspace has none of its own: the first is read by most hosts. */
const USUAL = ['.agents/skills', '.claude/skills', 'skills'];

interface RootItem extends vscode.QuickPickItem {
  root?: vscode.Uri;
}

/** Asks for a root, a name and a description, and writes a skill that has no diagnostics. */
export async function newSkill(server: Server, node: Node | undefined): Promise<void> {
  if (!vscode.workspace.workspaceFolders?.length) {
    const chosen = await vscode.window.showInformationMessage('Open a folder first: a skill is written into it.', 'Open Folder…');
    if (chosen) await vscode.commands.executeCommand('workbench.action.files.openFolder');
    return;
  }
  const given = node?.kind === 'root' && node.root.uri ? vscode.Uri.parse(node.root.uri) : undefined;
  const root = given ?? (await pickRoot(server));
  if (!root) return;
  const draft = (name: string, description: string) =>
    server.request('skill/draft', { root: root.toString(), name, description });
  const name = await vscode.window.showInputBox({
    title: 'New Skill (1 of 2): Name',
    prompt: `Lower-case letters, digits and hyphens, such as release-notes. It is the name of the folder in ${shown(root)} as well.`,
    placeHolder: 'release-notes',
    ignoreFocusOut: true,
    validateInput: async (name) => inform((await draft(name, 'x')).faults, 'name'),
  });
  if (name === undefined) return;
  const description = await vscode.window.showInputBox({
    title: 'New Skill (2 of 2): Description',
    prompt: 'What it does and when to use it. It is all that a model knows of the skill when it chooses.',
    placeHolder: 'Writes the notes of a release. Use when a version is about to be tagged.',
    ignoreFocusOut: true,
    validateInput: async (description) => inform((await draft(name, description)).faults, 'description'),
  });
  if (description === undefined) return;
  await write(await draft(name, description));
}

/** Asks for a name, and writes a new page beside a skill. */
export async function newReference(node: Node | undefined): Promise<void> {
  const directory = node?.kind === 'skill' || node?.kind === 'file' ? node.skill.directory : undefined;
  if (!directory) {
    void vscode.window.showInformationMessage('Choose a skill in the Skills view: the reference is written into it.');
    return;
  }
  const folder = vscode.Uri.joinPath(vscode.Uri.parse(directory), 'references');
  const name = await vscode.window.showInputBox({
    title: 'New Reference',
    prompt: 'The file in references/, which the skill links to and agents read when they need it',
    placeHolder: 'forms.md',
    validateInput: async (name) => {
      if (!/^[\p{L}\p{N}_-][\p{L}\p{N} ._-]*$/u.test(name)) return name ? 'Letters, digits, dots, hyphens and underscores only' : '';
      return (await exists(vscode.Uri.joinPath(folder, withSuffix(name)))) ? `There is already a ${withSuffix(name)}` : undefined;
    },
  });
  if (!name) return;
  const file = vscode.Uri.joinPath(folder, withSuffix(name));
  const title = withSuffix(name).replace(/\.[^.]*$/, '').replaceAll(/[-_]/g, ' ');
  const text = file.path.endsWith('.md') ? `# ${title.charAt(0).toUpperCase()}${title.slice(1)}\n\n` : '';
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  await vscode.window.showTextDocument(file);
}

async function pickRoot(server: Server): Promise<vscode.Uri | undefined> {
  const { roots } = await server.request('skill/tree', {});
  const known = roots.flatMap(({ uri, path, hosts, skills }): RootItem[] => {
    const detail = hosts.length ? hosts.join(', ') : 'No host reads it by itself';
    return uri ? [{ label: label(path), description: `${skills.length} ${skills.length === 1 ? 'skill' : 'skills'}`, detail, root: vscode.Uri.parse(uri) }] : [];
  });
  const there = new Set(known.map(({ root }) => root?.toString()));
  const folders = vscode.workspace.workspaceFolders ?? [];
  const usual = folders.flatMap((folder) =>
    USUAL.map((path): RootItem => {
      const root = vscode.Uri.joinPath(folder.uri, path);
      return { label: label(folders.length > 1 ? `${folder.name}/${path}` : path), description: 'new', root };
    }),
  );
  const fresh = usual.filter(({ root }) => !there.has(root?.toString()));
  const separator: RootItem = { label: 'not there yet', kind: vscode.QuickPickItemKind.Separator };
  const items = [...known, ...(fresh.length ? [separator, ...fresh] : [])];
  const picked = await vscode.window.showQuickPick(items, { title: 'New Skill', placeHolder: 'Where is it to stand?', ignoreFocusOut: true });
  return picked?.root;
}

async function write({ uri, text, faults }: DraftResult): Promise<void> {
  const worst = faults.find(({ severity }) => severity === 'error');
  if (!uri || worst) {
    void vscode.window.showErrorMessage(`The skill was not written. ${message(worst?.message ?? '')}`);
    return;
  }
  const file = vscode.Uri.parse(uri);
  if (await exists(file)) {
    void vscode.window.showErrorMessage(`The skill was not written: ${shown(file)} is there already.`);
    return;
  }
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  const editor = await vscode.window.showTextDocument(file);
  const last = editor.document.lineAt(Math.max(0, editor.document.lineCount - 2));
  editor.selection = new vscode.Selection(last.range.start, last.range.end);
}

/** What is wrong with one part, as an input box shows it: errors and warnings hold the user up, the rest is only told. */
function inform(faults: DraftFault[], part: DraftFault['part']): vscode.InputBoxValidationMessage | undefined {
  const fault = faults.find((fault) => fault.part === part);
  if (!fault) return undefined;
  const holds = fault.severity === 'error' || fault.severity === 'warning';
  return {
    message: message(fault.message),
    severity: holds ? vscode.InputBoxValidationSeverity.Error : vscode.InputBoxValidationSeverity.Info,
  };
}

function withSuffix(name: string): string {
  return name.includes('.') ? name : `${name}.md`;
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}

function shown(uri: vscode.Uri): string {
  return message(vscode.workspace.asRelativePath(uri));
}
