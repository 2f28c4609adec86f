import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

/** Imports go down this list only; pages import no pages. */
const LAYERS = ['protocol', 'text', 'ui', 'table', 'felt', 'features', 'pages'];

const layers = LAYERS.map((layer, index) => ({
  files: [`src/${layer}/**`],
  ignores: ['**/*.test.ts'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: LAYERS.slice(index + 1).map((above) => ({
          regex: `^(\\.\\./)+${above}/`,
          message: `${layer} is below ${above}.`,
        })),
      },
    ],
  },
}));

const pages = {
  files: ['src/pages/*/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [{ regex: '^\\.\\./[^.]', message: 'What two pages share is a feature.' }],
      },
    ],
  },
};

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'src/protocol/schema.d.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig },
    },
  },
  {
    rules: {
      'svelte/no-at-html-tags': 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: 'SvelteAttribute[key.name="style"]',
          message: 'The content security policy drops it: use a class, or style:name.',
        },
      ],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'svelte/no-navigation-without-resolve': 'off', // A rule of SvelteKit's router.
    },
  },
  ...layers,
  pages,
);
