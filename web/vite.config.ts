import { readFileSync } from 'node:fs';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const service = process.env.QUEENHIGH ?? 'http://127.0.0.1:8030';

/** The service tells a page from an address at which there is nothing by this list. */
const routesForTheService: Plugin = {
  name: 'routes',
  generateBundle() {
    const source = readFileSync(new URL('./src/routes.json', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'routes.json', source });
  },
};

export default defineConfig({
  plugins: [svelte(), svelteTesting(), routesForTheService],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // A strict policy takes no data: addresses.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
  },
  server: {
    proxy: {
      '/api': { target: service, ws: true },
      '/schema': service,
    },
  },
  test: {
    environment: 'happy-dom',
    env: { VITE_API: '/api' }, // Tests name addresses as the code does, without a version.
    isolate: false, // The files of tests leave nothing behind, and start in half the time.
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
  },
});
