import type { Catalogue } from '../catalogue.svelte';
import said from '../service_words.fr.json';
import { typesetAll } from '../typography';
import { account } from './account';
import { disputes } from './disputes';
import { felt } from './felt';
import { lobby } from './lobby';
import { odds } from './odds';
import { rounds } from './rounds';
import { rules } from './rules';
import { shell } from './shell';
import { table } from './table';

const words = {
  ...account,
  ...disputes,
  ...felt,
  ...lobby,
  ...odds,
  ...rounds,
  ...rules,
  ...shell,
  ...table,
};

const catalogue: Catalogue = typesetAll(words);
const phrases = { sentences: typesetAll(said.sentences), values: typesetAll(said.values) };

/** French. */
export const french = { catalogue, phrases };
