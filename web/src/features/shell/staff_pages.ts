/** The pages of the staff, and the rights that each is offered for. */
import { session } from '../../protocol/session.svelte';
import { say, type Sentence } from '../../text/catalogue.svelte';

interface Page {
  path: string;
  title: string;
}

const PAGES: { path: string; name: Sentence; rights: string[] }[] = [
  { path: '/floor/tables', name: 'lobby.tables', rights: ['floor.see'] },
  { path: '/notices', name: 'place.notices', rights: ['notices.see'] },
  { path: '/disputes', name: 'head.disputes', rights: ['disputes.see'] },
  { path: '/compliance', name: 'place.compliance', rights: ['compliance.see'] },
  { path: '/conduct', name: 'place.conduct', rights: ['conduct.see'] },
  { path: '/school', name: 'head.school', rights: ['school.learn', 'school.see'] },
  { path: '/floor/cage', name: 'place.cage', rights: ['cage.see'] },
  { path: '/floor/slips', name: 'place.slips', rights: ['cage.see'] },
  { path: '/floor/books', name: 'place.books', rights: ['cage.see'] },
  { path: '/floor/people', name: 'place.people', rights: ['people.see'] },
  { path: '/rule-books', name: 'place.ruleBooks', rights: ['books.see'] },
  { path: '/floor/new', name: 'place.newTable', rights: ['tables.add'] },
];

/** The pages that the viewer may open. */
export function offeredPages(): Page[] {
  return PAGES.filter(({ rights }) => session.may(...rights)).map(({ path, name }) => ({
    path,
    title: say(name),
  }));
}
