/** A server and browsers for the end-to-end tests. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch } from '../tools/browser.mjs';

const target = fileURLToPath(new URL('../../target', import.meta.url));
const PROGRAMS = [join(target, 'release/quintain'), join(target, 'debug/quintain')];

function program(): string {
  const found = process.env['QUINTAIN'] ?? PROGRAMS.find((path) => existsSync(path));
  if (!found)
    throw new Error(
      `no quintain program in ${PROGRAMS.join(', ')}; build it, or set QUINTAIN to its path`,
    );
  return found;
}

export class Server {
  readonly #home = mkdtempSync(join(tmpdir(), 'quintain-e2e-'));
  #process: ChildProcess | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it; after a stop, on the same address and with the same database. */
  async start(): Promise<void> {
    const database = join(this.#home, 'games.db');
    const args = ['serve', '--listen', `127.0.0.1:${this.#port}`, '--database', database];
    // One address plays all the people here.
    args.push('--limit-requests', '5000', '--limit-passwords', '1000', '--limit-games', '5000');
    const child = spawn(program(), args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    let said = '';
    this.#port = await new Promise<number>((resolve, reject) => {
      const read = (data: Buffer): void => {
        said += data.toString();
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
        if (found) resolve(Number(found[1]));
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('exit', (code) => reject(new Error(`the server ended (${code}): ${said}`)));
    });
  }

  /** Ends it: politely, or as a power cut would. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async end(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** Complaints of a page's console that are no fault: the network being gone on purpose. */
const EXPECTED = /WebSocket connection|Failed to load resource|ERR_CONNECTION_REFUSED/;

/** Browsers, and everything they have complained about. */
export class People {
  readonly complaints: string[] = [];
  readonly #browser: Browser;
  readonly #url: () => string;

  private constructor(browser: Browser, url: () => string) {
    this.#browser = browser;
    this.#url = url;
  }

  static async come(server: Server): Promise<People> {
    return new People(await launch(), () => server.url);
  }

  /** Somebody new, with an own set of cookies. */
  async person(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.#url(), ...options });
    return this.tab(context);
  }

  /** One more tab. */
  async tab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => this.complaints.push(`${page.url()}: ${error.message}`));
    page.on('console', (message) => {
      const bad = message.type() === 'error' || message.type() === 'warning';
      if (bad && !EXPECTED.test(message.text()))
        this.complaints.push(`${page.url()}: ${message.text()}`);
    });
    return page;
  }

  async leave(): Promise<void> {
    await this.#browser.close();
  }
}

/** A server and people for the tests of a file. */
export class World {
  readonly server = new Server();
  #people: People | undefined;

  get people(): People {
    if (!this.#people) throw new Error('people come when the first test begins');
    return this.#people;
  }

  /** Has the world made before the first test and taken down after the last. Unless a test
      breaks the network on purpose, no page may complain. */
  static forThisFile({ complaints = false } = {}): World {
    const world = new World();
    beforeAll(async () => {
      await world.server.start();
      world.#people = await People.come(world.server);
    });
    afterAll(async () => {
      await world.#people?.leave();
      await world.server.end();
    });
    if (!complaints) afterEach(() => expect(world.people.complaints.splice(0)).toEqual([]));
    return world;
  }
}
