import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { edit, extension, open, preview, previewShows, says, skill, test, tidy, until, write, writeSkill } from '../suite.js';

test('activation takes less than 200 ms of the extension’s own time', async () => {
  const { activation } = await extension();
  console.log(`activation: ${activation.toFixed(1)} ms`);
  assert.ok(activation < 200, `${activation} ms`);
});

test('SKILL.md is served under either language', async () => {
  const uri = await writeSkill('languages', 'Use: it.');
  const { document } = await open(uri);
  assert.ok(['skill', 'markdown'].includes(document.languageId), document.languageId);
  await says(uri, ['unquoted-colon']);
  const known = await vscode.languages.getLanguages();
  for (const language of ['markdown', 'skill'].filter((language) => known.includes(language))) {
    const again = await vscode.languages.setTextDocumentLanguage(document, language);
    const editor = await vscode.window.showTextDocument(again);
    await edit(editor, 'Use: it.', 'Fine.');
    await says(uri, []);
    await edit(editor, 'Fine.', 'Use: it.');
    await says(uri, ['unquoted-colon']);
  }
  await tidy();
});

test('Markdown stays Markdown: the outline has the headings', async () => {
  const uri = await writeSkill('outline');
  const { document } = await open(uri);
  await vscode.languages.setTextDocumentLanguage(document, 'markdown');
  const symbols = await until(async () => {
    const found = await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri);
    return found?.length ? found : undefined;
  }, 'there is an outline');
  assert.ok(JSON.stringify(symbols).includes('Steps'), JSON.stringify(symbols));
  await tidy();
});

test('what is of no skill is kept from the server, until it is', async () => {
  const { server } = await extension();
  const outside = write('docs/plan.md', '# Plan\n');
  const script = write('.claude/skills/kept/scripts/run.sh', 'echo one\n');
  const editor = await open(outside);
  await edit(editor, 'Plan', 'Another plan');
  const inside = await open(await writeSkill('kept'));
  await until(() => server().documents.includes(inside.document.uri.toString()), 'the server has the skill');
  assert.ok(!server().documents.includes(outside.toString()));
  await open(script);
  await until(() => server().documents.includes(script.toString()), 'the server has the script of the skill');
  // A skill comes to be around the text that is open and edited.
  write('docs/SKILL.md', skill('docs'));
  await until(() => server().documents.includes(outside.toString()), 'the server has the page of the new skill');
  await vscode.commands.executeCommand('skillLsp.previewRead', outside);
  await previewShows('plan.md of docs', '# Another plan');
  await vscode.workspace.fs.delete(vscode.Uri.joinPath(outside, '../SKILL.md'));
  await tidy();
});

test('the unsaved text of a file that is no Markdown is what an agent reads', async () => {
  const uri = write('.claude/skills/scripts/scripts/run.sh', 'echo one\n');
  await writeSkill('scripts');
  const editor = await open(uri);
  await vscode.commands.executeCommand('skillLsp.previewRead');
  await previewShows('run.sh of scripts', 'echo one');
  await edit(editor, 'one', 'two');
  await previewShows('run.sh of scripts', 'echo two');
  assert.ok(preview('run.sh of scripts')?.includes('path: scripts/run.sh'));
  await tidy();
});

test('a snippet writes front matter that has no problem', async () => {
  const uri = write('.claude/skills/from-snippet/SKILL.md', '');
  const { document: empty } = await open(uri);
  await vscode.commands.executeCommand('editor.action.insertSnippet', { langId: empty.languageId, name: 'Skill front matter' });
  const { document } = vscode.window.activeTextEditor ?? {};
  assert.match(document?.getText() ?? '', /^---\nname: from-snippet\ndescription: .+\n---\n/);
  await document?.save();
  await says(uri, []);
  await tidy();
});

test('a new document is checked before it is a file', async () => {
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: skill('a', 'Use: it.') });
  await says(document.uri, ['unquoted-colon']);
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
});
