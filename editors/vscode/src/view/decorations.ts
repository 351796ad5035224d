import * as vscode from 'vscode';
import type { TreeSkill } from '../protocol.js';
import { problems } from './nodes.js';

const SCHEME = 'skill-lsp-row';

interface Look {
  badge: number;
  colour: string | undefined;
  isShadowed: boolean;
}

/** The URI of a skill's row, which says how it looks. Nothing of the skill's own text is in it, which need not fit into one. */
export function decorated(skill: TreeSkill): vscode.Uri {
  const colour = skill.errors ? 'list.errorForeground' : skill.warnings ? 'list.warningForeground' : undefined;
  const isShadowed = skill.shadowedBy !== null;
  const look: Look = { badge: problems(skill), colour: isShadowed ? 'disabledForeground' : colour, isShadowed };
  return vscode.Uri.from({ scheme: SCHEME, path: '/skill', query: JSON.stringify(look) });
}

/** Badges with the number of problems, colours for the worst, grey for what no agent gets. */
export function registerDecorations(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration(uri) {
      if (uri.scheme !== SCHEME) return undefined;
      const { badge, colour, isShadowed } = JSON.parse(uri.query) as Look;
      if (!badge && !colour) return undefined;
      const text = badge > 9 ? '9+' : badge ? `${badge}` : undefined;
      const words = [badge ? `${badge} ${badge === 1 ? 'problem' : 'problems'}` : '', isShadowed ? 'shadowed' : ''];
      return new vscode.FileDecoration(text, words.filter(Boolean).join(', '), colour ? new vscode.ThemeColor(colour) : undefined);
    },
  });
}
