import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { NoServer } from './failure.js';

/** A program that was found and says which version it is. */
export interface Binary {
  path: string;
  source: 'setting' | 'bundled' | 'PATH';
  version: string;
}

const NAME = process.platform === 'win32' ? 'skill-lsp.exe' : 'skill-lsp';

/** How long the program may take to say its version. */
const PATIENCE_MS = 20_000;

/**
 * The server to run: the setting's, else the bundled one, else the first on the PATH. A setting that is wrong is an error
 * and no reason to take another one.
 */
export async function findBinary(setting: string, extensionPath: string, folder: string | undefined): Promise<Binary> {
  const set = setting.trim();
  if (set) {
    const path = expanded(set, folder);
    if (!isFile(path)) {
      throw noBinary(`The setting \`skillLsp.server.path\` is \`${set}\`, and there is no file \`${path}\`.`);
    }
    const version = await versionOf(path).catch((why: unknown) => {
      throw noBinary(`The setting \`skillLsp.server.path\` is \`${set}\`, which is no skill-lsp: ${(why as Error).message}`);
    });
    return { path, source: 'setting', version };
  }
  const faults: string[] = [];
  const bundled = join(extensionPath, 'server', NAME);
  const onPath = (process.env.PATH ?? '').split(delimiter).filter(isAbsolute).map((dir) => join(dir, NAME));
  const candidates = [{ path: bundled, source: 'bundled' as const }, ...onPath.map((path) => ({ path, source: 'PATH' as const }))];
  for (const { path, source } of candidates) {
    if (!isFile(path)) continue;
    try {
      return { path, source, version: await versionOf(path) };
    } catch (why) {
      faults.push(`\`${path}\` does not run: ${(why as Error).message}.`);
    }
  }
  const here = `${process.platform}-${process.arch}`;
  const found = faults.length ? faults.join(' ') : `None came with this extension (this is ${here}), and none is on the PATH.`;
  throw noBinary(`There is no skill-lsp server to run. ${found} Install one, and name it in \`skillLsp.server.path\`.`);
}

function noBinary(message: string): NoServer {
  return new NoServer(message, ['Open Setting', 'Show Log']);
}

function expanded(path: string, folder: string | undefined): string {
  const home = path.startsWith('~/') ? join(homedir(), path.slice(2)) : path;
  const whole = home.replaceAll('${workspaceFolder}', folder ?? '').replaceAll('${userHome}', homedir());
  return isAbsolute(whole) || !folder ? whole : join(folder, whole);
}

function isFile(path: string): boolean {
  try {
    accessSync(path, constants.F_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function versionOf(path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(path, ['--version'], { timeout: PATIENCE_MS }, (error, stdout, stderr) => {
      const version = /^skill-lsp (\S+)/.exec(stdout)?.[1];
      if (version) resolve(version);
      else reject(new Error(error ? shortened(stderr.trim() || error.message) : `it answers \`${shortened(stdout.trim())}\` to --version`));
    });
  });
}

function shortened(text: string): string {
  const line = text.split('\n')[0] ?? '';
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
}
