// A window of VS Code with the extension: what it adds, used as a person would.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Window } from './window.mjs';

export class SkillsWindow extends Window {
  /** Opens a file, and gives its editor once an error is shown in it. */
  async faulty(path) {
    const editor = await this.file(path);
    await this.error(editor).waitFor({ state: 'attached' });
    return editor;
  }

  /** The first error in an editor. */
  error(editor) {
    return editor.locator('.squiggly-error').first();
  }

  /** Runs a command of the extension that opens a result, and gives the editor with this title. */
  async result(command, title) {
    await this.command(`Skills: ${command}`);
    return this.editor(title);
  }

  /** Makes a call of a tool, and gives the editor with its result. */
  async call(json, title) {
    await this.command('Skills: Run Tool');
    await this.input('Run Tool').fill(json);
    await this.page.keyboard.press('Enter');
    return this.editor(title);
  }

  /** The view of skills, with the row of one. */
  async skills(text) {
    await this.command('Skills: Focus on Skills View');
    const row = this.tree(text).first();
    await row.waitFor();
    return row;
  }

  /** The page of skills by hosts, with its table. */
  async hosts() {
    await this.command('Skills: Show Hosts');
    return this.frame('#table td');
  }

  /** The question that an agent's host would ask before a call. */
  async question() {
    const question = this.input('An agent would call the skill tool');
    await question.waitFor();
    return question;
  }

  /** Waits until VS Code watches a folder, which it begins to do some time after it was opened: a new file is seen then. */
  async watches(folder) {
    const seen = this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'watched-' }).first();
    for (let nth = 0; ; nth += 1) {
      writeFileSync(join(folder, `watched-${nth}.txt`), '');
      const isSeen = await seen.waitFor({ timeout: 3000 }).then(() => true, () => false);
      if (isSeen) return;
      if (nth === 20) throw new Error('VS Code does not watch the folder');
    }
  }

  /** Presses a lens above a result. */
  async lens(editor, title) {
    await editor.locator('.codelens-decoration a', { hasText: title }).click();
  }
}
