import * as vscode from 'vscode';
import type { TreeResult, TreeSkill } from '../protocol.js';
import type { Server } from '../server/server.js';
import { decorated } from './decorations.js';
import { markdown, row } from '../text.js';
import { bytes, type FileNode, type Node, note, problems, type SkillNode, tooltip } from './nodes.js';

/** Changes that come this soon after one another are shown together. */
const SETTLE_MS = 150;

/** The roots in priority order, their skills, and the files of these. */
export class SkillsTree implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private readonly disposables: vscode.Disposable[];
  private timer: NodeJS.Timeout | undefined;
  private isStale = false;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView('skillLsp.skills', { treeDataProvider: this, showCollapseAll: true });
    this.disposables = [
      this.view,
      this.changed,
      server.onDidChange(() => this.refresh()),
      this.view.onDidChangeVisibility(({ visible }) => visible && this.isStale && this.refresh()),
    ];
  }

  /** Shows what is there now, once the changes have settled and the view can be seen. */
  refresh(): void {
    this.isStale = true;
    if (!this.view.visible || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.isStale = false;
      this.changed.fire();
    }, SETTLE_MS);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    try {
      if (!node) return roots(await this.server.request('skill/tree', {}));
      switch (node.kind) {
        case 'root':
          return skills(await this.server.request('skill/tree', {}), node.root.uri);
        case 'skill':
          return await this.files(node.skill);
        default:
          return [];
      }
    } catch (error) {
      return [{ kind: 'message', text: error instanceof Error ? error.message : String(error) }];
    }
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case 'root': {
        const { root, rank } = node;
        const item = new vscode.TreeItem(row(root.path), vscode.TreeItemCollapsibleState.Expanded);
        item.id = `root ${root.uri}`;
        item.iconPath = new vscode.ThemeIcon(root.scope === 'user' ? 'home' : root.scope === 'plugin' ? 'extensions' : 'root-folder');
        item.description = `${root.skills.length} ${root.skills.length === 1 ? 'skill' : 'skills'}`;
        const readers = root.hosts.length ? `Asked: ${root.hosts.join(', ')}` : 'No host reads it by itself';
        item.tooltip = new vscode.MarkdownString(`${markdown(root.path)}, priority ${rank}\n\n${readers}`, true);
        item.contextValue = 'root';
        return item;
      }
      case 'skill':
        return skillItem(node);
      case 'file': {
        const item = new vscode.TreeItem(row(node.file.path));
        item.id = `file ${node.file.uri}`;
        if (node.file.uri) item.resourceUri = vscode.Uri.parse(node.file.uri);
        item.description = bytes(node.file.bytes);
        item.command = { title: 'Open', command: 'skillLsp.open', arguments: [node] };
        item.contextValue = 'file';
        return item;
      }
      case 'message': {
        const item = new vscode.TreeItem(row(node.text));
        item.iconPath = new vscode.ThemeIcon('warning');
        item.tooltip = row(node.text, 2_000);
        return item;
      }
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    for (const disposable of this.disposables) disposable.dispose();
  }

  private async files(skill: TreeSkill): Promise<Node[]> {
    if (!skill.uri) return [];
    const { roots } = await this.server.request('skill/tree', { skill: skill.uri });
    const files = roots[0]?.skills[0]?.files ?? [];
    return files.map((file): FileNode => ({ kind: 'file', skill, file, ...(file.uri === skill.uri ? {} : { path: file.path }) }));
  }
}

function roots({ roots }: TreeResult): Node[] {
  return roots.map((root, nth) => ({ kind: 'root', root, rank: nth + 1 }));
}

function skills({ limits, roots }: TreeResult, root: string | null): SkillNode[] {
  const all = roots.flatMap((root) => root.skills.map((skill) => ({ skill, path: `${root.path}/${skill.path}` })));
  const winner = ({ shadowedBy }: TreeSkill) => all.find(({ skill }) => skill.uri === shadowedBy)?.path ?? shadowedBy ?? undefined;
  const own = roots.find(({ uri }) => uri === root)?.skills ?? [];
  return own.map((skill): SkillNode => ({ kind: 'skill', skill, limits, winner: winner(skill) }));
}

function skillItem(node: SkillNode): vscode.TreeItem {
  const { skill } = node;
  const item = new vscode.TreeItem(row(skill.name), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `skill ${skill.directory}`;
  item.resourceUri = decorated(skill);
  item.iconPath = new vscode.ThemeIcon(
    skill.shadowedBy ? 'circle-slash' : 'book',
    skill.shadowedBy ? new vscode.ThemeColor('disabledForeground') : undefined,
  );
  item.description = note(node);
  const text = new vscode.MarkdownString(tooltip(node), true);
  item.tooltip = text;
  item.contextValue = 'skill';
  const said = problems(skill);
  const words = [row(skill.name), node.winner ? `shadowed by ${row(node.winner)}` : '', said ? `${said} ${said === 1 ? 'problem' : 'problems'}` : ''];
  item.accessibilityInformation = { label: words.filter(Boolean).join(', ') };
  return item;
}

