import * as vscode from 'vscode';
import type { TreeSkill } from '../protocol.js';
import type { Server } from '../server/server.js';
import { label } from '../text.js';

interface SkillItem extends vscode.QuickPickItem {
  skill?: TreeSkill;
}

/** Lets the user choose a skill, with its description; nothing when there is none to choose or none was. */
export async function pickSkill(server: Server, title: string): Promise<TreeSkill | undefined> {
  const items = server.request('skill/tree', {}).then(({ roots }) =>
    roots.flatMap((root) => {
      const skills = root.skills.filter((skill) => !skill.isInside && !skill.shadowedBy);
      const separator: SkillItem = { label: label(root.path), kind: vscode.QuickPickItemKind.Separator };
      return skills.length ? [separator, ...skills.map(item)] : [];
    }),
  );
  if ((await items).length === 0) {
    const chosen = await vscode.window.showInformationMessage('There are no skills here yet.', 'New Skill…');
    if (chosen) await vscode.commands.executeCommand('skillLsp.newSkill');
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: 'Choose a skill', matchOnDetail: true });
  return picked?.skill;
}

function item(skill: TreeSkill): SkillItem {
  const problems = skill.errors + skill.warnings;
  const description = problems ? `$(warning) ${problems} ${problems === 1 ? 'problem' : 'problems'}` : '';
  return { label: label(skill.name), description, detail: label(skill.description, 1_000), skill };
}
