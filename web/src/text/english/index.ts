import { account } from './account';
import { disputes } from './disputes';
import { felt } from './felt';
import { lobby } from './lobby';
import { odds } from './odds';
import { rounds } from './rounds';
import { rules } from './rules';
import { shell } from './shell';
import { table } from './table';

/** English, as a dealer would say it. */
export const english = {
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
