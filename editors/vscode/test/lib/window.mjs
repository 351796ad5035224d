// A window of VS Code in a browser, used as a person would: keys, clicks, and what can be seen.
import { chromium } from 'playwright-core';
import { join } from 'node:path';
import { LONG, pause, until } from './code.mjs';

const BROWSER = {
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
};

export class Window {
  static browser() {
    return chromium.launch(BROWSER);
  }

  static async open(browser, code, folder, { pictures, size = { width: 1280, height: 800 } } = {}) {
    const window = new this();
    window.pictures = pictures;
    window.context = await browser.newContext({ viewport: size, permissions: ['clipboard-read', 'clipboard-write'] });
    window.page = await window.context.newPage();
    window.page.setDefaultTimeout(LONG);
    await window.page.goto(code.url(folder), { waitUntil: 'domcontentloaded' });
    await window.page.locator('.monaco-workbench').waitFor();
    await window.page.locator('.explorer-folders-view, .explorer-viewlet, .part.sidebar').first().waitFor();
    return window;
  }

  async close() {
    await this.context.close();
  }

  /** Runs a command by its title in the palette. */
  async command(title) {
    const box = this.page.locator('.quick-input-widget input.input');
    const label = new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}…?(, .*)?$`);
    await until(async () => {
      // A key that comes before the workbench listens is lost, and a palette that opens before the extension is known lacks
      // its commands: it is opened anew until the command is there.
      if (!(await box.isVisible())) await this.page.keyboard.press('F1');
      await box.fill(`>${title}`, { timeout: 2_000 });
      for (let look = 0; look < 30; look += 1) {
        const focused = await this.focused();
        if (focused !== undefined && label.test(focused)) return true;
        // The palette sorts the rows as it likes; the wanted one is one of the first.
        if (focused?.includes(title)) await this.page.keyboard.press('ArrowDown');
        await pause(50);
      }
      await this.page.keyboard.press('Escape');
      return false;
    }, `the palette offers ${title}`);
    await this.page.keyboard.press('Enter');
  }

  /** What the focused row of a quick pick says. */
  focused() {
    const row = this.page.locator('.quick-input-list .monaco-list-row.focused').first();
    return row.getAttribute('aria-label', { timeout: 1_000 }).then((label) => label ?? undefined, () => undefined);
  }

  /** A row of a quick pick. */
  row(text) {
    return this.page.locator('.quick-input-list .monaco-list-row', { hasText: text });
  }

  /** The input of the quick input, or of the one with this title once it is there. */
  input(title) {
    const widget = this.page.locator('.quick-input-widget', title ? { has: this.page.locator('.quick-input-title', { hasText: title }) } : {});
    return widget.locator('input.input');
  }

  /** Chooses a row of a quick pick. */
  async choose(text) {
    await this.row(text).first().click();
  }

  /** Closes a quick input that is open. */
  async escape() {
    await this.page.keyboard.press('Escape');
    await this.input().waitFor({ state: 'hidden' });
  }

  /** What the input box says of what is typed. */
  async told(text) {
    await this.page.locator('.quick-input-message', { hasText: text }).waitFor();
  }

  /** Opens a file of the folder, and gives its editor. */
  async file(path) {
    // Not the palette of the command before, which may still be there for a moment.
    const box = this.page.locator('.quick-input-widget input.input[placeholder^="Search files by name"]');
    await until(async () => {
      if (!(await box.isVisible())) await this.page.keyboard.press('Control+P');
      await box.fill(path, { timeout: 2_000 });
      return true;
    }, 'the list of files is there');
    const parts = path.split('/');
    const name = parts.at(-1);
    const row = this.row(name).filter({ hasText: parts.slice(0, -1).join('/') }).first();
    await row.click();
    return this.editor(name);
  }

  /** The editor of the tab with this name. */
  async editor(name) {
    await this.page.locator('.tab.active', { hasText: name }).first().waitFor();
    const group = this.page.locator('.editor-group-container', { has: this.page.locator('.tab.active', { hasText: name }) }).first();
    await group.locator('.view-lines').first().waitFor();
    return group;
  }

  /** The text that an editor shows. */
  async text(editor) {
    const lines = await editor.locator('.view-line').evaluateAll((lines) =>
      lines.map((line) => [Number.parseInt(line.style.top, 10), line.textContent]).sort((a, b) => a[0] - b[0]).map(([, text]) => text),
    );
    return plain(lines.join('\n'));
  }

  /** Waits until an editor shows a text, which may be wrapped anywhere: blanks do not count. */
  async shows(editor, text) {
    const flat = (text) => text.replaceAll(/\s+/g, '');
    await until(async () => flat(await this.text(editor)).includes(flat(text)), `the editor shows ${JSON.stringify(text)}`).catch(async (error) => {
      throw new Error(`${error.message}; it shows ${JSON.stringify((await this.text(editor)).slice(0, 600))}`);
    });
  }

  /** Goes to a place of the text that has the focus; both count from 1. */
  async go(line, column) {
    await this.page.keyboard.press('Control+G');
    await this.input().waitFor();
    await this.input().fill(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
    await this.page.locator('.part.statusbar', { hasText: `Ln ${line},` }).waitFor();
  }

  /** Writes another text over a whole line of the text that has the focus. */
  async rewrite(line, text) {
    await this.go(line, 1);
    await this.page.keyboard.press('Control+L');
    await this.page.keyboard.insertText(`${text}\n`);
  }

  /** The problems in the Problems panel. */
  async problems() {
    if (!(await this.page.locator('.markers-panel').isVisible())) await this.command('Problems: Focus on Problems View');
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  /** A row of a tree in the side bar. */
  tree(text) {
    return this.page.locator('.part.sidebar .monaco-list-row', { hasText: text });
  }

  /** Chooses from the context menu of a row. */
  async menu(row, title) {
    await row.click({ button: 'right' });
    const item = this.page.locator('.monaco-menu .action-item', { hasText: title }).first();
    await item.hover();
    await this.page.locator('.monaco-menu .action-item.focused', { hasText: title }).waitFor();
    // For the first tenth of a second a menu takes no click, so that none is made by accident; keys it takes at once.
    await this.page.keyboard.press('Enter');
  }

  /** A notification, whether it is still shown or already behind the bell. */
  async notification(text) {
    const item = this.page.locator('.notification-list-item', { hasText: text }).filter({ visible: true }).first();
    await until(async () => {
      if (await item.isVisible()) return true;
      const bell = this.page.locator('.part.statusbar .statusbar-item[aria-label*="otification"]').first();
      if ((await bell.locator('.codicon-bell-dot').count()) && !(await this.page.locator('.notifications-center').isVisible())) await bell.click();
      // The bell's tooltip would lie over the buttons.
      await this.page.mouse.move(1, 1);
      return item.isVisible();
    }, `there is a notification ${text}`);
    return item;
  }

  status(text) {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text }).first();
  }

  /** The frame of a web page in an editor. */
  async frame(selector) {
    return until(async () => {
      for (const frame of this.page.frames()) if (await frame.locator(selector).count().catch(() => 0)) return frame;
      return undefined;
    }, `a page with ${selector} is there`);
  }

  /** Moves the mouse to where it shows no tooltip. */
  async aside() {
    await this.page.mouse.move(900, 14);
    await until(async () => (await this.page.locator('.monaco-hover').filter({ visible: true }).count()) === 0, 'no tooltip is shown', 15_000);
  }

  /** Waits until nothing moves any more, and nothing lies over the rest. */
  async settled() {
    await this.aside();
    await this.page.locator('.part.statusbar', { hasText: 'Activating Extensions' }).waitFor({ state: 'detached' });
    let last;
    await until(async () => {
      const now = (await this.page.screenshot()).toString('base64');
      const same = now === last;
      last = now;
      return same;
    }, 'the page is still', 20_000);
  }

  async picture(name) {
    if (this.pictures) await this.page.screenshot({ path: join(this.pictures, `${name}.png`) });
  }
}

/** Text without the blanks that the editor draws. */
export function plain(text) {
  return text.replaceAll('\u00a0', ' ').replaceAll('\u200b', '');
}
