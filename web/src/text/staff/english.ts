import { alerts } from './alerts';
import { commands } from './commands';
import { compliance } from './compliance';
import { conduct } from './conduct';
import { dealer } from './dealer';
import { developers } from './developers';
import { disputes } from './disputes';
import { floor } from './floor';
import { notices } from './notices';
import { pit } from './pit';
import { reports } from './reports';
import { rulebooks } from './rulebooks';
import { school } from './school';
import { surveillance } from './surveillance';
import { words } from './words';

/** The words of the staff's pages, in English only: ADR 39. */
export const staff = {
  ...alerts,
  ...commands,
  ...compliance,
  ...conduct,
  ...dealer,
  ...developers,
  ...disputes,
  ...floor,
  ...notices,
  ...pit,
  ...reports,
  ...rulebooks,
  ...school,
  ...surveillance,
  ...words,
};
