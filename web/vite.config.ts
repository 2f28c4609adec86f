import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

const service = process.env.QUEENHIGH ?? 'http://127.0.0.1:8030';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
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
