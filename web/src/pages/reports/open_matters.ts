/** What is left of a day to be done or looked at. */
import type { DayShown } from '../../features/reports/report';
import { say } from '../../text/staff';

interface Matter {
  title: string;
  count: number;
  /** The roles that must act; empty if nobody has to. */
  who: string[];
  /** The section of the report with the details. */
  section: string;
}

const once = (roles: string[]) => [...new Set(roles)].sort();

export function openMatters({ report, alerts }: DayShown): Matter[] {
  const duties = report.duties.filter(({ missing }) => missing.length);
  const notices = report.notices.filter(({ waiting }) => waiting.length);
  const unsettled = report.disputes.filter(
    ({ decided, taken, finding }) => !finding && (taken || !decided),
  );
  const matters: Matter[] = [
    {
      title: say('reports.open.duties'),
      count: duties.length,
      who: once(duties.flatMap(({ missing }) => missing.map(({ who }) => who))),
      section: 'compliance',
    },
    {
      title: say('reports.open.notices'),
      count: notices.length,
      who: once(notices.flatMap(({ waiting, escalated_to }) => [...waiting, ...escalated_to])),
      section: 'notices',
    },
    { title: say('reports.open.disputes'), count: unsettled.length, who: [], section: 'conduct' },
    {
      title: say('reports.irregularitiesVoids'),
      count: report.trouble.length,
      who: [],
      section: 'trouble',
    },
    { title: say('words.alerts'), count: alerts?.length ?? 0, who: [], section: 'alerts' },
  ];
  return matters.filter(({ count }) => count);
}
