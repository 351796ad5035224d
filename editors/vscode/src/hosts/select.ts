import * as vscode from 'vscode';
import type { Server } from '../server/server.js';
import { selectedHosts, selectHosts } from '../server/settings.js';

interface HostItem extends vscode.QuickPickItem {
  id: string;
}

/** Lets the user select the hosts that count in this workspace. */
export async function chooseHosts(server: Server): Promise<void> {
  const selected = selectedHosts();
  const rows = await server.hosts();
  const items: HostItem[] = rows.map(({ id, title, roots }) => ({
    id,
    label: title,
    description: id,
    ...(roots.length ? { detail: roots.join(', ') } : {}),
    picked: selected.includes('all') || selected.includes(id),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: 'Select Hosts',
    placeHolder: 'The hosts that count here; none: those that read the folder in which a skill stands',
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (chosen) await selectHosts(chosen.map(({ id }) => id));
}
