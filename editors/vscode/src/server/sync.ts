import * as vscode from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';
import { isServed } from './relevant.js';

type Send = (document: vscode.TextDocument) => Promise<void>;

/**
 * Which documents the server is told of: those of skills, and its settings. The others are held back until they become part of one, or
 * until the server has something to say of their file.
 */
export class Sync {
  private readonly told = new Set<string>();
  private readonly held = new Map<string, { document: vscode.TextDocument; send: Send }>();

  readonly middleware: Middleware = {
    didOpen: (document, next) => {
      if (!isServed(document)) {
        this.held.set(key(document.uri), { document, send: next });
        return Promise.resolve();
      }
      this.told.add(key(document.uri));
      return next(document);
    },
    didChange: (event, next) => (this.told.has(key(event.document.uri)) ? next(event) : Promise.resolve()),
    didSave: (document, next) => (this.told.has(key(document.uri)) ? next(document) : Promise.resolve()),
    didClose: (document, next) => {
      this.held.delete(key(document.uri));
      return this.told.delete(key(document.uri)) ? next(document) : Promise.resolve();
    },
    sendRequest: (type, params, token, next) => {
      // Nothing is asked about a text that the server does not have.
      const uri = (params as { textDocument?: { uri?: string } } | undefined)?.textDocument?.uri;
      return uri !== undefined && this.held.has(uri) ? Promise.resolve(null as never) : next(type, params, token);
    },
    handleDiagnostics: (uri, diagnostics, next) => {
      if (diagnostics.length) this.release(key(uri));
      next(uri, diagnostics);
    },
  };

  /** The documents that the server has. */
  get documents(): string[] {
    return [...this.told];
  }

  /** Looks again at the documents that were held back: a skill may have come to be around them. */
  look(): void {
    for (const [uri, { document }] of this.held) {
      if (isServed(document)) this.release(uri);
    }
  }

  /** Forgets everything: a new server knows nothing. */
  clear(): void {
    this.told.clear();
    this.held.clear();
  }

  private release(uri: string): void {
    const held = this.held.get(uri);
    if (!held) return;
    this.held.delete(uri);
    this.told.add(uri);
    void held.send(held.document);
  }
}

function key(uri: vscode.Uri): string {
  return uri.toString();
}
