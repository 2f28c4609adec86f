/** The floor's pages, and who may be offered what on them; the service has the last word. */
const ABOVE = ['floor', 'pit_manager', 'shift_manager', 'management'];
const WATCHERS = ['surveillance', 'auditor'];

export interface Place {
  path: string;
  title: string;
  roles: string[];
}

export const PLACES: Place[] = [
  {
    path: '/floor/tables',
    title: 'Tables',
    roles: ['dealer', ...ABOVE, 'cage', 'count', ...WATCHERS],
  },
  { path: '/notices', title: 'Notices', roles: ['dealer', ...ABOVE, 'surveillance'] },
  { path: '/disputes', title: 'Disputes', roles: ['player', 'dealer', ...ABOVE, ...WATCHERS] },
  { path: '/compliance', title: 'Compliance', roles: [...ABOVE, 'cage', ...WATCHERS] },
  { path: '/conduct', title: 'Conduct', roles: ['dealer', ...ABOVE, ...WATCHERS] },
  { path: '/school', title: 'School', roles: ['dealer', ...ABOVE, 'auditor'] },
  { path: '/floor/cage', title: 'Cage', roles: ['cage', ...ABOVE, ...WATCHERS] },
  { path: '/floor/slips', title: 'Slips', roles: ['cage', ...ABOVE, ...WATCHERS] },
  { path: '/floor/books', title: 'Books', roles: ['cage', ...ABOVE, ...WATCHERS] },
  { path: '/floor/people', title: 'People', roles: [...ABOVE, ...WATCHERS, 'administrator'] },
  {
    path: '/rule-books',
    title: 'Rule books',
    roles: ['management', 'administrator', 'auditor'],
  },
  { path: '/floor/new', title: 'Set up a table', roles: ABOVE },
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
  return PLACES.filter((place) => counts(person) && place.roles.includes(person?.role ?? ''));
}

/** What else is offered to some roles only. */
const ACTS = {
  uploadBooks: ['management', 'administrator'],
  approveBooks: ['management', 'administrator'],
  openTables: ABOVE,
  moveMoney: ['cage'],
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
