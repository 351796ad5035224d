import * as vscode from 'vscode';
import { command } from '../commands.js';
import type { FileNode, Node, SkillNode } from './nodes.js';

/** The commands of the rows of the Skills view. Previews take rows as they are. */
export function registerRowCommands(): vscode.Disposable[] {
  return [
    command('open', (node?: Node) => {
      const uri = uriOf(node);
      return uri && vscode.commands.executeCommand('vscode.open', uri);
    }),
    command('revealInExplorer', (node?: Node) => {
      const uri = uriOf(node);
      return uri && vscode.commands.executeCommand('revealInExplorer', uri);
    }),
    command('copyName', (node?: Node) => {
      const name = node && isOfSkill(node) ? (node.kind === 'skill' ? node.skill.name : node.file.path) : undefined;
      return name && vscode.env.clipboard.writeText(name);
    }),
  ];
}

function isOfSkill(node: Node): node is SkillNode | FileNode {
  return node.kind === 'skill' || node.kind === 'file';
}

function uriOf(node: Node | undefined): vscode.Uri | undefined {
  if (!node || node.kind === 'message') return undefined;
  const uri = node.kind === 'root' ? node.root.uri : node.kind === 'skill' ? node.skill.uri : node.file.uri;
  return uri ? vscode.Uri.parse(uri) : undefined;
}
