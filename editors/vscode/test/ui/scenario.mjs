// One VS Code for all scenarios; each has a window and a folder of its own.
import { after, test } from 'node:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Code } from '../lib/code.mjs';
import { SkillsWindow } from '../lib/skills.mjs';

const [environment, vsix, pictures] = process.env.SKILL_LSP_UI.split(':');
const here = dirname(fileURLToPath(import.meta.url));

/** The made-up workspace of the project. */
export const WORKSPACE = resolve(here, '../../../../tests/workspace');

/** Longer than any scenario takes, also on a busy machine. */
const MOST = { timeout: 600_000 };

let shared;
let browser;

after(async () => {
  await browser?.close();
  await (await shared)?.stop();
});

/** A scenario in a window on a copy of the made-up workspace, or on a folder with these files; with another folder `beside` it, and entries for others `before`. */
export function scenario(name, { files, beside, before = [], settings, size, own } = {}, run) {
  test(name, MOST, async () => {
    // Hands and eyes of a browser under load miss something now and then: that is said, and tried anew. What fails three
    // times fails.
    for (const left of [2, 1, 0]) {
      try {
        return await once(left === 2 ? name : `${name} ${left} left`);
      } catch (error) {
        if (left === 0) throw error;
        console.error(`FAILED, and is tried anew: ${name}: ${error?.message ?? error}`);
      }
    }
  });

  async function once(tried) {
    browser ??= await SkillsWindow.browser();
    // One that wants another VS Code than the rest has one of its own.
    const code = own ? await Code.start({ environment, vsix, settings, args: trusting(settings) }) : await (shared ??= Code.start({ environment, vsix, args: trusting() }));
    const short = tried.replaceAll(/\W+/g, '-').slice(-60);
    let window;
    try {
      if (settings && !own) code.set(settings);
      const folder = files ? made(join(code.dir, short, 'lantern'), files) : code.copy(WORKSPACE, join(short, 'lantern'));
      const opened = beside ? together(join(code.dir, short), before, [folder, made(join(code.dir, short, 'second'), beside)]) : folder;
      window = await SkillsWindow.open(browser, code, opened, { pictures, size });
      await run({ window, page: window.page, code, folder });
    } catch (error) {
      await window?.picture(`failed-${short}`);
      throw error;
    } finally {
      await window?.close();
      if (own) await code.stop();
      else if (settings) code.set(Object.fromEntries(Object.keys(settings).map((key) => [key, undefined])));
    }
  }
}

/** Every folder is trusted, unless trust is what a scenario is about. */
function trusting(settings) {
  return settings?.['security.workspace.trust.enabled'] ? [] : ['--disable-workspace-trust'];
}

/** A workspace of several folders. */
function together(dir, before, folders) {
  const file = join(dir, 'both.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: [...before, ...folders.map((path) => ({ path }))] }));
  return file;
}

function made(dir, files) {
  mkdirSync(dir, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

export function skill(name, description = 'Does one thing well when asked.') {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# Steps\n\nDo the work.\n`;
}
