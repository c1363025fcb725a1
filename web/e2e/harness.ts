/** A server and browsers for the end-to-end tests of a file. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, assert, beforeAll } from 'vitest';
import type { CatalogueEntry } from '../src/api/types.ts';
import { launch } from '../tools/browser.mjs';

const target = fileURLToPath(new URL('../../target', import.meta.url));
const PROGRAMS = [join(target, 'release/quintain'), join(target, 'debug/quintain')];

/** The program under test. */
export function findProgram(): string {
  const found = process.env['QUINTAIN'] ?? PROGRAMS.find((path) => existsSync(path));
  if (!found) {
    const places = PROGRAMS.join(', ');
    throw new Error(`no quintain program in ${places}; build it, or set QUINTAIN to its path`);
  }
  return found;
}

export class Server {
  readonly #directory = mkdtempSync(join(tmpdir(), 'quintain-e2e-'));
  #process: ChildProcess | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it; after a stop, at the same address and with the same database. */
  async start(): Promise<void> {
    const database = join(this.#directory, 'games.db');
    const args = ['serve', '--listen', `127.0.0.1:${this.#port}`, '--database', database];
    // All users of a test share one address.
    args.push('--limit-requests', '5000', '--limit-passwords', '1000', '--limit-games', '5000');
    const child = spawn(findProgram(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    let output = '';
    this.#port = await new Promise<number>((resolve, reject) => {
      const read = (data: Buffer): void => {
        output += data.toString();
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(output);
        if (found) resolve(Number(found[1]));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`the server exited (${code}): ${output}`)));
    });
  }

  /** Stops it: gracefully, or as a power cut would. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const exited = new Promise((resolve) => {
      child.once('exit', resolve);
    });
    child.kill(signal);
    await exited;
  }

  /** Stops it and deletes its database. */
  async destroy(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.#directory, { recursive: true, force: true });
  }
}

/** Console messages that are not errors: what is gone on purpose. */
const EXPECTED =
  /Service Worker registration blocked|WebSocket connection|Failed to load resource|ERR_CONNECTION_REFUSED/;

export class Harness {
  readonly server = new Server();
  /** Errors and warnings in the consoles of all pages. */
  readonly #complaints: string[] = [];
  #browser: Browser | undefined;

  /**
   * Sets everything up before the first test of a file and tears it down after the last. Unless
   * the tests break the network on purpose, no page may complain in its console.
   */
  static forThisFile({ allowComplaints = false } = {}): Harness {
    const harness = new Harness();
    beforeAll(async () => {
      await harness.server.start();
      harness.#browser = await launch();
    });
    afterAll(async () => {
      await harness.#browser?.close();
      await harness.server.destroy();
    });
    if (!allowComplaints) {
      afterEach(() => assert.deepEqual(harness.#complaints.splice(0), []));
    }
    return harness;
  }

  /** A page of a new user, with cookies of its own. */
  async newUser(options: BrowserContextOptions = {}): Promise<Page> {
    if (!this.#browser) throw new Error('the browser is launched before the first test');
    return this.newTab(
      await this.#browser.newContext({
        baseURL: this.server.url,
        locale: 'en',
        // It stores the whole app for each new user; the tests of offline play want that.
        serviceWorkers: 'block',
        ...options,
      }),
    );
  }

  /** Another page of the same user. */
  async newTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => this.#complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      const bad = message.type() === 'error' || message.type() === 'warning';
      if (bad && !EXPECTED.test(message.text()))
        this.#complaints.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  /** Sends a request to the server, as nobody in particular. */
  async request<T>(path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    assert(response.ok, `${path} ${JSON.stringify(body)}: ${response.status}`);
    return (await response.json()) as T;
  }

  /** Sends a request as a page's user. */
  async post<T>(page: Page, path: string, data: unknown): Promise<T> {
    const response = await page.request.post(path, { data, headers: { origin: this.server.url } });
    assert(response.ok(), `${path}: ${await response.text()}`);
    return (await response.json()) as T;
  }

  catalogue(): Promise<CatalogueEntry[]> {
    return this.request<CatalogueEntry[]>('/api/catalogue');
  }
}
