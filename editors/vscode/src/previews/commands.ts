import * as vscode from 'vscode';
import { command } from '../commands.js';
import type { TreeSkill } from '../protocol.js';
import type { Server } from '../server/server.js';
import { pickSkill } from '../skills/pick.js';
import { activeTarget, type Target, targetOf } from '../skills/target.js';
import { argumentsOf, type Call, callOf, type Form, type Preview, previewOf, SCHEME, uriOf, withSource } from './call.js';
import type { PreviewDocuments } from './documents.js';

/** The language of results that are shown as text. */
const LANGUAGE = 'skill-result';

/** Where the last call of "Run Tool…" is kept. */
const LAST_CALL = 'skillLsp.lastCall';

/** What commands can be called with: a name, a file, or an item of the Skills view. */
type About = string | vscode.Uri | { skill: TreeSkill; path?: string } | undefined;

/** The commands that show what an agent gets. */
export function registerPreviews(
  context: vscode.ExtensionContext,
  server: Server,
  documents: PreviewDocuments,
  forget: (call: Call) => void,
): vscode.Disposable[] {
  const show = async (call: Call, from?: string) => {
    // Somebody who asks for a preview makes the call anew, also where it was refused before.
    forget(call);
    await open(documents, { call, form: 'text', ...(from ? { from } : {}) });
  };
  const about = async (given: About, title: string): Promise<Target | undefined> => {
    if (typeof given === 'object' && 'skill' in given) return { skill: given.skill, path: given.path };
    const target = given instanceof vscode.Uri ? await targetOf(server, given) : await activeTarget(server);
    if (target) return target;
    const skill = await pickSkill(server, title);
    return skill && { skill, path: undefined };
  };
  const read = async (given: About) => {
    if (typeof given === 'string') return show({ method: 'skill/execute', params: { action: 'read', skill: given } });
    const target = await about(given, 'Preview Read Output');
    if (target) await show(readOf(target), shadowOf(target));
  };
  const load = async (given: About) => {
    if (typeof given === 'string') return show({ method: 'skill/load', params: { name: given } });
    const target = await about(given, 'Preview Loaded Skill');
    if (target) await show({ method: 'skill/load', params: { name: target.skill.name } }, shadowOf(target));
  };
  const run = async () => {
    const value = selectedJson() ?? context.workspaceState.get<string>(LAST_CALL) ?? '{"action": "list"}';
    const given = await vscode.window.showInputBox({
      title: 'Run Tool',
      prompt: 'The call as JSON, as an agent makes it: {"action": "read", "skill": "…"} or {"name": "…"}',
      value,
      ignoreFocusOut: true,
      validateInput: (json) => {
        const call = callOf(json);
        return typeof call === 'string' ? call : undefined;
      },
    });
    if (given === undefined) return;
    const call = callOf(given);
    if (typeof call === 'string') return;
    await context.workspaceState.update(LAST_CALL, given);
    await show(call);
  };
  const compare = async () => {
    const shown = vscode.window.activeTextEditor && previewOf(vscode.window.activeTextEditor.document.uri);
    const target = shown ? undefined : await about(undefined, 'Compare Editor and Disk');
    const preview: Preview | undefined = shown ?? (target && { call: readOf(target), form: 'text' });
    if (!preview) return;
    const [disk, editor] = [withSource(preview, 'disk'), withSource(preview, 'editor')];
    await Promise.all([prepare(disk), prepare(editor)]);
    const title = `${uriOf(preview).path.slice(1)}: disk ↔ editor`;
    await vscode.commands.executeCommand('vscode.diff', uriOf(disk), uriOf(editor), title);
  };
  const of = (uri: vscode.Uri | undefined) => {
    const here = uri ?? vscode.window.activeTextEditor?.document.uri;
    const preview = here && previewOf(here);
    return here && preview ? { uri: here, preview } : undefined;
  };
  const copy = async (text: string | undefined, what: string) => {
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    vscode.window.setStatusBarMessage(`$(check) ${what} copied as JSON`, 3_000);
  };
  return [
    command('previewList', () => show({ method: 'skill/execute', params: { action: 'list' } })),
    command('previewRead', read),
    command('previewLoaded', load),
    command('previewCatalog', () => show({ method: 'skill/catalog', params: {} })),
    command('runTool', run),
    command('compareWithDisk', compare),
    command('copyCall', (uri?: vscode.Uri) => {
      const shown = of(uri);
      return copy(shown && JSON.stringify(argumentsOf(shown.preview.call)), 'Call');
    }),
    command('copyResult', (uri?: vscode.Uri) => {
      const shown = of(uri);
      const outcome = shown && documents.outcome(shown.uri);
      return copy(outcome && JSON.stringify('error' in outcome ? { error: outcome.error } : outcome.result, undefined, 2), 'Result');
    }),
    command('toggleJson', (uri?: vscode.Uri) => {
      const shown = of(uri);
      const form: Form = shown?.preview.form === 'json' ? 'text' : 'json';
      return shown && open(documents, { ...shown.preview, form }, vscode.window.activeTextEditor?.viewColumn);
    }),
    command('askAgain', (uri?: vscode.Uri) => {
      const shown = of(uri);
      if (!shown) return;
      forget(shown.preview.call);
      documents.refresh(shown.uri);
    }),
  ];
}

/** The call by which an agent reads a file of a skill. */
function readOf({ skill, path }: Target): Call {
  return { method: 'skill/execute', params: { action: 'read', skill: skill.name, ...(path ? { path } : {}) } };
}

/** The skill's own path, where an agent that calls its name gets another one. */
function shadowOf({ skill }: Target): string | undefined {
  return skill.shadowedBy && skill.uri ? vscode.workspace.asRelativePath(vscode.Uri.parse(skill.uri)) : undefined;
}

/** Shows a preview beside the text that has the focus, or where previews are shown already. */
async function open(documents: PreviewDocuments, preview: Preview, column?: vscode.ViewColumn): Promise<void> {
  const uri = uriOf(preview);
  const wasOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  const document = await prepare(preview);
  if (wasOpen) documents.refresh(uri);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.scheme === SCHEME);
  // Beside nothing is an empty half of the window.
  const beside = vscode.window.tabGroups.activeTabGroup.activeTab ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active;
  await vscode.window.showTextDocument(document, {
    viewColumn: column ?? shown?.viewColumn ?? beside,
    preserveFocus: column === undefined,
    preview: true,
  });
}

async function prepare(preview: Preview): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uriOf(preview));
  const language = preview.form === 'json' ? 'json' : LANGUAGE;
  return document.languageId === language ? document : vscode.languages.setTextDocumentLanguage(document, language);
}

/** A call that is selected in the text. */
function selectedJson(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection).trim();
  return text && typeof callOf(text) !== 'string' ? text.replaceAll(/\s*\n\s*/g, ' ') : undefined;
}
