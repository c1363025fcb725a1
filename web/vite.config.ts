import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { configDefaults } from 'vitest/config';

/** Where `npm run dev` finds the game server. */
const server = process.env['QUINTAIN_SERVER'] ?? 'http://127.0.0.1:7878';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env['QUINTAIN_WEB_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Data URLs would need a looser content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: {
    include: ['src/**/*.test.ts'],
    exclude: configDefaults.exclude,
    setupFiles: ['src/texts/testing.ts'],
  },
});
