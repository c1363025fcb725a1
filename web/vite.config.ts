import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { configDefaults } from 'vitest/config';
import { findCoreFiles } from './core/tools/files.mjs';

/** Where `npm run dev` finds the game server. */
const server = process.env['QUINTAIN_SERVER'] ?? 'http://127.0.0.1:7878';
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

function hash(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 8);
}

/** The module and the networks by their addresses; `null` if there is no module. */
function findCore(): { files: Map<string, Buffer>; defined: string } | null {
  const found = findCoreFiles();
  if (!found) return null;
  const files = new Map<string, Buffer>();
  const add = (name: string, extension: string, file: string): string => {
    const content = readFileSync(file);
    const address = `assets/${name}-${hash(content)}.${extension}`;
    files.set(address, content);
    return `/${address}`;
  };
  const networks: Record<string, string> = {};
  for (const [id, file] of Object.entries(found.networks)) networks[id] = add(id, 'net', file);
  const module = add('core', 'wasm', found.module);
  return { files, defined: JSON.stringify({ module, networks }) };
}

/** Adds the module and the networks, and says where they are. */
function coreFiles(): Plugin {
  const core = findCore();
  return {
    name: 'core-files',
    config: () => ({ define: { CORE_FILES: core?.defined ?? 'null' } }),
    generateBundle() {
      for (const [fileName, source] of core?.files ?? [])
        this.emitFile({ type: 'asset', fileName, source });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const content = core?.files.get(request.url?.slice(1) ?? '');
        if (!content) return next();
        response.setHeader('content-type', 'application/wasm');
        response.end(content);
      });
    },
  };
}

/** Tells the service worker which files there are. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle['sw.js'];
        if (worker?.type !== 'chunk') throw new Error('there is no service worker');
        const built = Object.keys(bundle).filter(
          (name) => name !== 'sw.js' && !name.endsWith('.html'),
        );
        const files = ['', ...built, ...readdirSync(path('public'))].map((name) => `/${name}`);
        const languages = readdirSync(path('src/texts'))
          .map((name) => /^([a-z]{2})\.ts$/.exec(name)?.[1])
          .filter((code) => code !== undefined);
        // The names of built files have their hashes, and with them the page has one.
        const version = hash(JSON.stringify(files) + worker.code);
        const build = JSON.stringify({ files, version, languages });
        worker.code = worker.code.replace('%BUILD%', build);
      },
    },
  };
}

export default defineConfig({
  // The core is compiled from its sources in the workspace.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  plugins: [svelte(), coreFiles(), serviceWorker()],
  build: {
    outDir: process.env['QUINTAIN_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Data URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: path('index.html'),
        embed: path('embed.html'),
        sw: path('src/sw.ts'),
      },
      output: {
        // A service worker is looked for at one address.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es' },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: configDefaults.exclude,
    setupFiles: ['src/texts/testing.ts'],
  },
});
