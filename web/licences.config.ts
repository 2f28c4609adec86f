import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Plugin } from 'vite';

const PACKAGE = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/;
const TEXT = /^(licen[cs]e|copying|notice)/i;

interface Described {
  name: string;
  version: string;
  license?: string;
  homepage?: string;
}

/** What a package asks to be kept with it: its name, its licence, and the licence's text. */
function notice(folder: string): string {
  const written = readFileSync(join(folder, 'package.json'), 'utf-8');
  const { name, version, license, homepage } = JSON.parse(written) as Described;
  const texts = readdirSync(folder).filter((each) => TEXT.test(each));
  if (!license || !texts.length) {
    throw new Error(`${name} comes without its licence, and the bundle has parts of it`);
  }
  const head = [`${name} ${version}`, license, ...(homepage ? [homepage] : [])].join('\n');
  return [head, ...texts.map((each) => readFileSync(join(folder, each), 'utf-8').trim())].join(
    '\n\n',
  );
}

/** Beside the bundle, the licences of all packages that it has parts of. */
export const licences: Plugin = {
  name: 'licences',
  generateBundle(_, bundle) {
    const assets = Object.values(bundle).filter((each) => each.type === 'asset');
    const fonts = assets.flatMap((each) => each.originalFileNames.map((name) => resolve(name)));
    const parts = [...this.getModuleIds(), ...fonts];
    const folders = parts.flatMap((each) => PACKAGE.exec(each)?.[1] ?? []);
    const notices = [...new Set(folders)].sort().map(notice);
    const head = 'Parts of these packages are in the front end of Queenhigh.';
    const source = `${[head, ...notices].join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
    this.emitFile({ type: 'asset', fileName: 'third-party.txt', source });
  },
};
