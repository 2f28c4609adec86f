import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { licences } from './licences.config.ts';

const service = process.env.QUEENHIGH ?? 'http://127.0.0.1:8030';

/** The service tells a page from an address at which there is nothing by this list. */
const routesForTheService: Plugin = {
  name: 'routes',
  generateBundle() {
    const source = readFileSync(new URL('./src/routes.json', import.meta.url));
    this.emitFile({ type: 'asset', fileName: 'routes.json', source });
  },
};

/** Beside each text its packed form, for browsers that take it: a fifth smaller than gzip. */
const packed: Plugin = {
  name: 'packed',
  writeBundle({ dir = '' }, bundle) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    for (const name of Object.keys(bundle).filter((each) => /\.(js|css)$/.test(each))) {
      const written = join(dir, name);
      writeFileSync(`${written}.br`, brotliCompressSync(readFileSync(written), { params }));
    }
  },
};

const BASE =
  /node_modules[\\/](svelte|clsx|esm-env)[\\/]|src[\\/](router|pages|protocol|text[\\/](?!french|staff)|ui[\\/](?!plots))/;
const CARDS = /src[\\/](felt|table|features[\\/](clauses|rounds|disputes[\\/]DisputeRound))/;

export default defineConfig({
  plugins: [svelte(), svelteTesting(), routesForTheService, licences, packed],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // A strict policy takes no data: addresses.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, and what is needed wherever there are cards: two files
          // instead of one for each small module.
          groups: [
            { name: 'base', test: BASE, minShareCount: 2 },
            { name: 'cards', test: CARDS, minShareCount: 2 },
          ],
        },
      },
    },
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
    // The files of tests leave nothing behind, and start in half the time. In one process each module
    // is compiled and loaded once: two finish hardly sooner, and take a third more of the processor.
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    include: ['src/**/*.test.ts'],
    setupFiles: ['src/testing/setup.ts'],
    testTimeout: 120_000, // Many times what any takes: a busy machine is not a fault.
    hookTimeout: 120_000,
  },
});
