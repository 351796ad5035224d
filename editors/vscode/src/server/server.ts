import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  ResponseError,
  State,
  type StreamInfo,
} from 'vscode-languageclient/node';
import { complain } from '../commands.js';
import type { ApproveParams, ApproveResult, HostRow, Refusal, Requests } from '../protocol.js';
import { type Binary, findBinary } from './binary.js';
import { NoServer } from './failure.js';
import { SELECTOR } from './selector.js';
import { forServer, serverPath } from './settings.js';
import { Sync } from './sync.js';

/** More crashes than this in so many minutes, and the server stays down until somebody asks for it. */
const CRASHES = 4;
const CRASH_MINUTES = 3;

/** How long a server that was told to end may take. */
const GRACE_MS = 2_000;

/** Lines of a server's last words that are kept. */
const LAST_WORDS = 40;

/** A request that the server has refused, in its words. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly refusal: Refusal,
  ) {
    super(message);
  }
}

/** What the extension does for the server. */
export interface Answers {
  approve(params: ApproveParams, token: vscode.CancellationToken): Promise<ApproveResult>;
  /** Runs one of the server's commands; `undefined` leaves it to the server. */
  command(id: string, args: unknown[]): Promise<unknown> | undefined;
}

/** The server's process and the client that speaks with it. */
export class Server implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** Results of earlier calls may have changed. */
  readonly onDidChange = this.changed.event;
  private readonly sync = new Sync();
  private client: LanguageClient | undefined;
  private starting: Promise<LanguageClient> | undefined;
  private process: ChildProcess | undefined;
  private binary: Binary | undefined;
  private crashes: number[] = [];
  private isStopping = false;
  /** The server has ended by itself, and another one is to be started when its client has taken note. */
  private isLost = false;

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.LogOutputChannel,
    private readonly answers: Answers,
  ) {}

  /** The process id of the server that runs. */
  get pid(): number | undefined {
    return this.process?.exitCode === null && this.process.signalCode === null ? this.process.pid : undefined;
  }

  /** Where the server that runs came from. */
  get runs(): Binary | undefined {
    return this.pid === undefined ? undefined : this.binary;
  }

  /** The documents that the server has. */
  get documents(): string[] {
    return this.sync.documents;
  }

  /**
   * Starts the server unless it runs. One that did not start, or ended too often, is not tried again before a restart.
   * Throws {@link NoServer}.
   */
  start(): Promise<LanguageClient> {
    this.starting ??= this.attempt();
    return this.starting;
  }

  /** Ends the server. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const { client, process } = this;
    this.client = undefined;
    this.starting = undefined;
    this.isLost = false;
    try {
      await client?.dispose(GRACE_MS);
    } catch (error) {
      this.log.warn(`The server did not end in good order: ${String(error)}`);
    } finally {
      if (process && process.exitCode === null) process.kill();
      this.sync.clear();
      this.isStopping = false;
    }
  }

  /** Ends the server and starts it anew, with the settings as they are now. */
  async restart(): Promise<void> {
    await this.stop();
    this.crashes = [];
    await this.start();
    this.changed.fire();
  }

  /** Asks the server. Refusals are thrown as {@link Refused}. */
  async request<M extends keyof Requests>(
    method: M,
    params: Requests[M]['params'],
    token?: vscode.CancellationToken,
  ): Promise<Requests[M]['result']> {
    const client = await this.start();
    try {
      return await client.sendRequest<Requests[M]['result']>(method, params, token);
    } catch (error) {
      throw refusalOf(error) ?? error;
    }
  }

  /** The hosts that are known. */
  async hosts(): Promise<HostRow[]> {
    const client = await this.start();
    return client.sendRequest<HostRow[]>('workspace/executeCommand', { command: 'skill-lsp.showHosts' });
  }

  /** Runs the server's program with other arguments, and gives what it prints. */
  async run(args: string[]): Promise<string> {
    await this.start();
    const program = this.binary?.path ?? '';
    const { execFile } = await import('node:child_process');
    return new Promise((resolve, reject) => {
      execFile(program, args, { maxBuffer: 64 << 20 }, (error, stdout) => (error ? reject(error) : resolve(stdout)));
    });
  }

  dispose(): void {
    this.changed.dispose();
    void this.stop();
  }

  private async attempt(): Promise<LanguageClient> {
    try {
      return await this.open();
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.log.error(message);
      if (error instanceof NoServer) throw error;
      throw new NoServer(`The skill-lsp server did not start: ${message}`, ['Restart Server', 'Show Log']);
    }
  }

  private async open(): Promise<LanguageClient> {
    const folder = firstFolder();
    this.binary = await findBinary(serverPath(), this.context.extensionPath, folder);
    const { path, source, version } = this.binary;
    this.log.info(`Server ${version} (${source}): ${path}`);
    const client = new LanguageClient('skillLsp', 'Skill LSP', () => this.spawn(path, folder), this.options());
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Starting) this.sync.clear();
      if (newState === State.Running) this.changed.fire();
      if (newState === State.Stopped && this.client === client && this.isLost) this.again();
    });
    client.onNotification('skill/changed', () => {
      this.sync.look();
      this.changed.fire();
    });
    client.onRequest('skill/approve', (params: ApproveParams, token) => this.answers.approve(params, token));
    this.client = client;
    await client.start();
    return client;
  }

  private spawn(path: string, folder: string | undefined): Promise<StreamInfo> {
    const child = spawn(path, ['serve', '--stdio'], { cwd: folder ?? this.context.extensionPath, stdio: 'pipe' });
    this.process = child;
    const words: string[] = [];
    // What the server logs comes by the protocol as well; this is for what it says when that no longer works.
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words.push(...text.split('\n').filter(Boolean));
      words.splice(0, Math.max(0, words.length - LAST_WORDS));
    });
    child.on('exit', (code, signal) => {
      if (this.isStopping) return;
      this.log.error(`The server ended (${signal ?? `exit code ${code}`}). Its last words:\n${words.join('\n') || '(none)'}`);
    });
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('spawn', () => resolve({ reader: child.stdout, writer: child.stdin }));
    });
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      outputChannel: this.log,
      diagnosticCollectionName: 'skill-lsp',
      initializationOptions: forServer,
      synchronize: { configurationSection: 'skillLsp' },
      markdown: { isTrusted: false, supportHtml: false },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.closed(),
      },
      initializationFailedHandler: () => false,
      middleware: {
        ...this.sync.middleware,
        workspace: {
          configuration: (params, token, next) =>
            params.items.length === 1 && params.items[0]?.section === 'skillLsp' ? [forServer()] : next(params, token),
        },
        executeCommand: (command, args: unknown[], next) => this.answers.command(command, args) ?? next(command, args),
      },
    };
  }

  /** A server that was not told to end has ended. */
  private closed(): CloseHandlerResult {
    const done = { action: CloseAction.DoNotRestart, handled: true, message: 'The connection to the server is closed.' };
    // One that ends while it starts is told of by what waits for it.
    if (this.isStopping || this.client?.state !== State.Running) return done;
    const now = Date.now();
    this.crashes = [...this.crashes.filter((then) => now - then < CRASH_MINUTES * 60_000), now];
    if (this.crashes.length <= CRASHES) {
      this.log.warn('The server ended; it is started again.');
      this.isLost = true;
      return done;
    }
    const times = `${this.crashes.length} times in ${CRASH_MINUTES} minutes`;
    const error = new NoServer(`The skill-lsp server ended ${times} and is not started again by itself.`, ['Restart Server', 'Show Log']);
    this.starting = Promise.reject(error);
    this.starting.catch(() => undefined);
    void complain(error);
    return done;
  }

  /**
   * Starts a server after one that was lost, with a client of its own: what the lost one has said goes with its client, and
   * a program that is gone or another one by now is told of as at the first start.
   */
  private again(): void {
    this.isLost = false;
    this.starting = this.attempt();
    this.starting.catch(complain);
  }
}

/** The first folder that is one on this machine: the others may be virtual, or gone. */
function firstFolder(): string | undefined {
  const local = vscode.workspace.workspaceFolders?.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
  return local?.find((path) => existsSync(path));
}

function refusalOf(error: unknown): Refused | undefined {
  if (!(error instanceof ResponseError)) return undefined;
  const data: unknown = error.data;
  const hasKind = typeof data === 'object' && data !== null && 'kind' in data;
  return hasKind ? new Refused(error.message, data as Refusal) : undefined;
}
