// What is offered and shown while one writes.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, place, test, tidy, until, write, writeSkill, writing } from '../suite.js';

const front = (name: string, more = '') => `---\nname: ${name}\ndescription: Does one thing.\n${more}---\n`;

async function offered(uri: vscode.Uri, text: string): Promise<Map<string, vscode.CompletionItem>> {
  const { at } = await writing(uri, text);
  const { items } = await ask<vscode.CompletionList>('executeCompletionItemProvider', uri, at);
  // VS Code knows some keys by itself; it offers them after these.
  items.reverse();
  return new Map(items.map((item) => [typeof item.label === 'string' ? item.label : item.label.label, item]));
}

function inserted(item: vscode.CompletionItem | undefined): string | undefined {
  return item?.insertText instanceof vscode.SnippetString ? item.insertText.value : item?.insertText;
}

test('keys, values, paths, anchors, skills and substitutions are completed', async () => {
  write('.claude/skills/completed/refs/steps.md', '# First step\n\n## And then\n');
  const uri = await writeSkill('completed');
  await writeSkill('other-one', 'Does another thing.');
  const key = (await offered(uri, front('completed', 'user|\n'))).get('user-invocable');
  assert.equal(inserted(key), 'user-invocable: ${1|false,true|}');
  const value = await offered(uri, front('completed', 'user-invocable: |\n'));
  assert.ok(value.has('true') && value.has('false'), [...value.keys()].join());
  assert.ok((await offered(uri, '---\nname: |\ndescription: D.\n---\n')).has('completed'));
  const body = `${front('completed')}\n🦀 `;
  assert.equal((await offered(uri, `${body}\`refs/|\`\n`)).get('refs/steps.md')?.detail, 'First step');
  assert.ok((await offered(uri, `${body}[x](refs/steps.md#|)\n`)).has('#and-then'));
  const skill = (await offered(uri, `${body}Then /|\n`)).get('/other-one');
  assert.equal((skill?.documentation as vscode.MarkdownString).value, 'Does another thing.');
  assert.ok((await offered(uri, `${body}$|\n`)).has('$ARGUMENTS'));
  const whole = [...(await offered(uri, '|')).values()].map((item) => inserted(item) ?? '');
  assert.ok(whole.some((text) => /^---\nname: (\$\{\d:)?completed\}?\n/.test(text)), whole.join('\n\n'));
  await tidy();
});

test('a completion that is taken stands in the text', async () => {
  const uri = await writeSkill('taken');
  const { document } = await writing(uri, front('taken', 'user-inv|\n'));
  await vscode.commands.executeCommand('editor.action.triggerSuggest');
  await until(async () => {
    await vscode.commands.executeCommand('acceptSelectedSuggestion');
    return document.getText().includes('user-invocable: false');
  }, 'the key is written');
  await tidy();
});

test('hovers tell what is known of a key, a link and a skill', async () => {
  write('.claude/skills/hovered/refs/steps.md', '# First step\n\nDo this.\n');
  await writeSkill('hovered-too', 'Does another thing.');
  const uri = await writeSkill('hovered');
  const { document } = await writing(uri, `${front('hovered')}\n🦀 [x](refs/steps.md), then /hovered-too.\n`);
  const said = async (part: string) => {
    const found = await ask<vscode.Hover[]>('executeHoverProvider', uri, place(document, part).start.translate(0, 1));
    return found.flatMap(({ contents }) => contents.map((one) => (typeof one === 'string' ? one : one.value))).join('\n');
  };
  assert.match(await said('description'), /15 of 1,024/);
  assert.match(await said('refs/steps.md'), /# First step/);
  assert.match(await said('/hovered-too'), /Does another thing\./);
  await tidy();
});

test('limits that are near are hinted at', async () => {
  const uri = await writeSkill('hinted');
  const { document } = await writing(uri, `---\nname: hinted\ndescription: ${'x'.repeat(1_000)}\n---\n`);
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  const hints = await until(async () => {
    const found = await ask<vscode.InlayHint[]>('executeInlayHintProvider', uri, all);
    return found.length ? found : undefined;
  }, 'there is a hint');
  assert.deepEqual(hints.map(({ position, label }) => [position.line, position.character, label]), [[2, 1_013, '1,000 of 1,024']]);
  await tidy();
});

test('lenses above a skill count its hosts and its tokens', async () => {
  const uri = await writeSkill('counted');
  await writing(uri, front('another-name'));
  const titles = async () => (await ask<vscode.CodeLens[]>('executeCodeLensProvider', uri, 9)).map(({ command }) => command?.title ?? '');
  const found = await until(async () => ((await titles()).length === 4 ? titles() : undefined), 'there are four lenses');
  assert.deepEqual([found[0], found[1]], ['List', 'Read']);
  assert.match(found[2] ?? '', /^\d+ hosts · \d+ differ$/);
  assert.match(found[3] ?? '', /^~\d+ tokens$/);
  const config = vscode.workspace.getConfiguration('skillLsp');
  await config.update('lens', ['list'], vscode.ConfigurationTarget.Workspace);
  await until(async () => (await titles()).join() === 'List', 'one lens is left');
  await config.update('lens', undefined, vscode.ConfigurationTarget.Workspace);
  await tidy();
});

test('skills, substitutions and paths have their tokens', async () => {
  write('.claude/skills/coloured/refs/steps.md', '# First step\n');
  await writeSkill('coloured-too');
  const uri = await writeSkill('coloured');
  const { document } = await writing(uri, `${front('coloured')}\n🦀🦀 /coloured-too [x](refs/steps.md)\n\n$ARGUMENTS\n`);
  const { tokenTypes } = await ask<vscode.SemanticTokensLegend>('provideDocumentSemanticTokensLegend', uri);
  const { data } = await ask<vscode.SemanticTokens>('provideDocumentSemanticTokens', uri);
  const shown: string[] = [];
  for (let at = 0, line = 0, start = 0; at < data.length; at += 5) {
    const [down = 0, along = 0, length = 0, type = 0] = data.slice(at, at + 4);
    [line, start] = [line + down, down ? along : start + along];
    shown.push(`${tokenTypes[type]} ${document.getText(new vscode.Range(line, start, line, start + length))}`);
  }
  assert.deepEqual(shown, ['function /coloured-too', 'string refs/steps.md', 'macro $ARGUMENTS']);
  await tidy();
});

test('the front matter is formatted where that is wanted, and nothing else', async () => {
  const uri = await writeSkill('formatted');
  const untidy = "---\nname:   formatted  \n\n\ndescription: 'Does it.'\n---\n\nBody  \n";
  const { document } = await writing(uri, untidy);
  await vscode.commands.executeCommand('editor.action.formatDocument');
  assert.equal(document.getText(), untidy);
  const config = vscode.workspace.getConfiguration('skillLsp');
  await config.update('formatting', true, vscode.ConfigurationTarget.Workspace);
  await until(async () => {
    await vscode.commands.executeCommand('editor.action.formatDocument');
    return document.getText() !== untidy;
  }, 'it is formatted');
  assert.equal(document.getText(), '---\nname: formatted\n\ndescription: "Does it."\n---\n\nBody  \n');
  await config.update('formatting', undefined, vscode.ConfigurationTarget.Workspace);
  const options = { tabSize: 2, insertSpaces: true };
  const provided = async () => (await ask<vscode.TextEdit[] | undefined>('executeFormatDocumentProvider', uri, options)) ?? [];
  await writing(uri, untidy);
  await until(async () => (await provided()).length === 0, 'nothing formats any more');
  await tidy();
});
