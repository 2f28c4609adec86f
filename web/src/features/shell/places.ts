/** The floor's pages, and who may be offered what on them; the service has the last word. */
import { say, type Sentence } from '../../text/catalogue.svelte';

const ABOVE = ['floor', 'pit_manager', 'shift_manager', 'management'];
const WATCHERS = ['surveillance', 'auditor'];

export interface Place {
  path: string;
  title: string;
}

const PLACES: { path: string; name: Sentence; roles: string[] }[] = [
  {
    path: '/floor/tables',
    name: 'place.tables',
    roles: ['dealer', ...ABOVE, 'cage', 'count', ...WATCHERS],
  },
  { path: '/notices', name: 'place.notices', roles: ['dealer', ...ABOVE, 'surveillance'] },
  { path: '/disputes', name: 'place.disputes', roles: ['player', 'dealer', ...ABOVE, ...WATCHERS] },
  { path: '/compliance', name: 'place.compliance', roles: [...ABOVE, 'cage', ...WATCHERS] },
  { path: '/conduct', name: 'place.conduct', roles: ['dealer', ...ABOVE, ...WATCHERS] },
  { path: '/school', name: 'place.school', roles: ['dealer', ...ABOVE, 'auditor'] },
  { path: '/floor/cage', name: 'place.cage', roles: ['cage', ...ABOVE, ...WATCHERS] },
  { path: '/floor/slips', name: 'place.slips', roles: ['cage', ...ABOVE, ...WATCHERS] },
  { path: '/floor/books', name: 'place.books', roles: ['cage', ...ABOVE, ...WATCHERS] },
  { path: '/floor/people', name: 'place.people', roles: [...ABOVE, ...WATCHERS, 'administrator'] },
  {
    path: '/rule-books',
    name: 'place.ruleBooks',
    roles: ['management', 'administrator', 'auditor'],
  },
  { path: '/floor/new', name: 'place.newTable', roles: ABOVE },
];

/** A guest is a player without a name to answer for. */
export interface Somebody {
  role: string;
  guest: boolean;
  /** For a second person to confirm them: until then they have no part in anything. */
  waits?: boolean;
}

const counts = (person: Somebody | null) => person !== null && !person.guest && !person.waits;

export function placesFor(person: Somebody | null): Place[] {
  return PLACES.filter(({ roles }) => counts(person) && roles.includes(person?.role ?? '')).map(
    ({ path, name }) => ({ path, title: say(name) }),
  );
}

/** What else is offered to some roles only. */
const ACTS = {
  uploadBooks: ['management', 'administrator'],
  approveBooks: ['management', 'administrator'],
  openTables: ABOVE,
  moveMoney: ['cage'],
  askForPatrons: ABOVE,
  seeNotices: ['dealer', ...ABOVE, 'surveillance'],
  dispute: ['player', 'dealer', ...ABOVE, 'surveillance'],
  readDossiers: [...ABOVE, ...WATCHERS],
  identify: ABOVE,
  takeForms: ABOVE,
  fileReports: ['pit_manager', 'shift_manager', 'management'],
  vouch: ['shift_manager', 'management'],
  seeConduct: ['dealer', ...ABOVE, ...WATCHERS],
  announceConduct: ['dealer', ...ABOVE],
  learn: ['dealer', ...ABOVE],
  seeLearners: [...ABOVE, 'auditor'],
  recordConduct: ['dealer', ...ABOVE, 'surveillance'],
};

export function offered(person: Somebody | null, act: keyof typeof ACTS): boolean {
  return counts(person) && ACTS[act].includes(person?.role ?? '');
}
