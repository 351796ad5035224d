// From what is written to where it leads, and back.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ask, place, test, tidy, write, writeSkill, writing } from '../suite.js';

/** A skill that names a page of its own, a part of it and another skill, and that other skill. */
async function pair(own: string): Promise<{ document: vscode.TextDocument; page: vscode.Uri; other: vscode.Uri }> {
  const page = write(`.claude/skills/${own}/refs/steps.md`, '# First step\n\n## And then\n\nBack to `SKILL.md`.\n');
  const other = await writeSkill(`${own}-too`);
  const uri = await writeSkill(own);
  const { document } = await writing(uri, `---\nname: ${own}\ndescription: Does one thing.\n---\n\n# Own title\n\n🦀 \`refs/steps.md\`, [x](refs/steps.md#and-then), /${own}-too.\n\n## Part\n\n[p](#part)\n`);
  return { document, page, other };
}

type Place = vscode.Location | vscode.LocationLink;

/** A place as `file:line`, counted from 0. */
function shown(found: Place): string {
  const [uri, range] = 'targetUri' in found ? [found.targetUri, found.targetSelectionRange ?? found.targetRange] : [found.uri, found.range];
  return `${uri.path.split('/').slice(-2).join('/')}:${range.start.line}`;
}

test('definitions of paths in code, of anchors and of skills', async () => {
  const { document } = await pair('defined');
  const defined = async (part: string) => {
    const found = await ask<Place[]>('executeDefinitionProvider', document.uri, place(document, part).start.translate(0, 2));
    return [...new Set(found.map(shown))];
  };
  assert.deepEqual(await defined('refs/steps.md`'), ['refs/steps.md:0']);
  assert.deepEqual(await defined('refs/steps.md#and-then'), ['refs/steps.md:2']);
  assert.deepEqual(await defined('/defined-too'), ['defined-too/SKILL.md:1']);
  // As with F12.
  const editor = await vscode.window.showTextDocument(document);
  const at = place(document, '/defined-too').start.translate(0, 2);
  editor.selection = new vscode.Selection(at, at);
  await vscode.commands.executeCommand('editor.action.revealDefinition');
  assert.match(vscode.window.activeTextEditor?.document.uri.path ?? '', /defined-too\/SKILL\.md$/);
  await tidy();
});

test('references of a skill, a page and a heading', async () => {
  const { document, page, other } = await pair('spoken-of');
  const spoken = async (uri: vscode.Uri, at: vscode.Position) => (await ask<Place[]>('executeReferenceProvider', uri, at)).map(shown);
  const own = 'spoken-of/SKILL.md';
  assert.ok((await spoken(other, new vscode.Position(1, 8))).includes(`${own}:7`));
  assert.equal((await spoken(page, new vscode.Position(0, 4))).filter((one) => one === `${own}:7`).length, 2);
  assert.ok((await spoken(page, new vscode.Position(2, 5))).includes(`${own}:7`));
  assert.ok((await spoken(document.uri, place(document, 'Part').start)).includes(`${own}:11`));
  await tidy();
});

test('links lead to the line, also from code and from the name of a skill', async () => {
  const { document, page, other } = await pair('linked');
  const links = await ask<vscode.DocumentLink[]>('executeLinkProvider', document.uri, 20);
  const targets = (part: string) => links.filter(({ range }) => range.isEqual(place(document, part))).map(({ target }) => target?.toString());
  assert.ok(targets('refs/steps.md').includes(page.toString()), JSON.stringify(links));
  assert.ok(targets('refs/steps.md#and-then').includes(`${page.toString()}#L3`), JSON.stringify(links));
  assert.ok(targets('linked-too').includes(`${other.toString()}#L2`), JSON.stringify(links));
  await tidy();
});

test('the outline has the front matter, and skills are found by name', async () => {
  const { document } = await pair('outlined');
  const symbols = await ask<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', document.uri);
  const fields = symbols.filter(({ kind }) => kind === vscode.SymbolKind.Field);
  assert.deepEqual(fields.map(({ name, detail }) => [name, detail]), [['name', 'outlined'], ['description', 'Does one thing.']]);
  const title = symbols.find(({ name }) => name === 'Own title');
  assert.deepEqual(title?.children.map(({ name }) => name), ['Part']);
  const found = await ask<vscode.SymbolInformation[]>('executeWorkspaceSymbolProvider', 'outlined-to');
  assert.deepEqual(found.map(({ name, containerName, location }) => [name, containerName, shown(location)]), [['outlined-too', '.claude/skills', 'outlined-too/SKILL.md:1']]);
  await tidy();
});

test('what means the same is highlighted', async () => {
  const { document } = await pair('marked');
  const marks = await ask<vscode.DocumentHighlight[]>('executeDocumentHighlights', document.uri, place(document, '#part').start.translate(0, 2));
  assert.deepEqual(marks.map(({ range }) => document.getText(range)), ['## Part', '#part']);
  await tidy();
});

test('front matter and sections fold, and a selection grows to them', async () => {
  const { document } = await pair('folded');
  const folds = await ask<vscode.FoldingRange[]>('executeFoldingRangeProvider', document.uri);
  const all = folds.map(({ start, end }) => `${start}-${end}`);
  assert.ok(all.includes('0-3') && all.includes('9-11'), all.join());
  const [grown] = await ask<vscode.SelectionRange[]>('executeSelectionRangeProvider', document.uri, [place(document, 'one thing').start]);
  const steps: string[] = [];
  for (let step = grown; step; step = step.parent as vscode.SelectionRange) steps.push(document.getText(step.range));
  for (const part of ['one', 'Does one thing.', 'description: Does one thing.', '---\nname: folded\ndescription: Does one thing.\n---']) {
    assert.ok(steps.includes(part), `${part} is not in ${JSON.stringify(steps)}`);
  }
  await tidy();
});
