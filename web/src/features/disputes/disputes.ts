/** Disputes as people read them: what comes first, and who said what when. */
import type { components } from '../../protocol/schema';
import { say } from '../../text/catalogue.svelte';
import { money } from '../../text/money';
import { playerName } from '../../text/players';
import { told } from '../../text/service_words';
import { inWords } from '../../text/wagers';

type Schemas = components['schemas'];
export type Dispute = Schemas['DisputeShown'];
export type Dossier = Schemas['Dossier'];
type HandRebuilt = Schemas['HandRebuilt'];
export type LineAgain = Schemas['LineAgain'];

export const DECISIONS = [
  'upheld',
  'partly_upheld',
  'denied',
  'unresolved',
] as const satisfies Schemas['DecisionShown']['decision'][];

/** An authority that was asked for and does not know goes first, then what nobody has decided. */
function rank(dispute: Dispute): number {
  if (dispute.notice_overdue_seconds !== null) return 0;
  if (!dispute.decision) return 1;
  if (dispute.taken && !dispute.finding) return 2;
  return dispute.decision.decision === 'unresolved' && !dispute.finding ? 2 : 3;
}

/** Where a dispute stands. */
export const stateOf = (dispute: Dispute) => told(inWords(dispute.state));

export const open = (dispute: Dispute) => rank(dispute) < 3;

export function inOrder(disputes: Dispute[]): Dispute[] {
  return [...disputes].sort(
    (one, other) => rank(one) - rank(other) || Date.parse(other.at) - Date.parse(one.at),
  );
}

/** What would move, and which way. */
export function moneyOf(cents: number, patron: string): string {
  const amount = money(Math.abs(cents));
  const name = playerName(patron);
  return say(cents < 0 ? 'disputes.wouldTake' : 'disputes.wouldPay', { amount, patron: name });
}

export interface Said {
  is: 'opened' | 'said' | 'proposed' | 'signed' | 'decided' | 'taken' | 'notified' | 'finding';
  at: string;
  by: string;
  title: string;
  text: string;
  /** Moved, or claimed; null where no money is spoken of. */
  cents: number | null;
  clauses: string[];
}

/** Who said what, in the order of time. */
export function timeline(dispute: Dispute): Said[] {
  const { decision, taken, notified, finding, waiting } = dispute;
  const said: Said[] = [
    {
      ...only(dispute),
      is: 'opened',
      title: say('disputes.opened'),
      text: dispute.claim,
      cents: dispute.cents || null,
    },
    ...dispute.statements.map((each) => ({
      ...only({ ...each, clauses: [] }),
      is: 'said' as const,
      title: say('disputes.statement'),
      text: each.text,
      cents: null,
    })),
  ];
  const proposals = dispute.signatures.map(({ proposed }) => proposed);
  for (const each of waiting ? [...proposals, waiting] : proposals) {
    const text = `${moneyOf(each.cents, dispute.patron)}. ${each.reason}`;
    said.push({
      ...only(each),
      is: 'proposed',
      title: say('disputes.proposed'),
      text,
      cents: null,
    });
  }
  for (const each of dispute.signatures) {
    const title = say(each.confirmed ? 'disputes.signed' : 'disputes.declined');
    said.push({
      ...only({ ...each, clauses: [] }),
      is: 'signed',
      title,
      text: each.reason,
      cents: null,
    });
  }
  if (decision) {
    const title = say('disputes.decided', {
      decision: say(`decision.${decision.decision}`).toLowerCase(),
    });
    said.push({
      ...only(decision),
      is: 'decided',
      title,
      text: decision.reason,
      cents: decision.cents || null,
    });
  }
  if (taken) {
    const title = say('disputes.takenTo', {
      authority: taken.authority || say('disputes.commissioner'),
    });
    said.push({ ...only(taken), is: 'taken', title, text: taken.reason, cents: null });
  }
  if (notified) {
    const title = say('disputes.notified', {
      authority: capital(notified.authority || say('disputes.commissioner')),
    });
    const text = notified.how + (notified.reference ? ` (${notified.reference})` : '');
    said.push({ ...only(notified), is: 'notified', title, text, cents: null });
  }
  if (finding) {
    const text = finding.finding;
    said.push({
      ...only(finding),
      is: 'finding',
      title: say('disputes.aFinding'),
      text,
      cents: finding.cents || null,
    });
  }
  return said.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

const only = ({ at, by, clauses }: { at: string; by: string; clauses: string[] }) => ({
  at,
  by,
  clauses,
});

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const sorted = (cards: string[]) => [...cards].sort().join(' ');

/** Whether the sources that there are have the same cards. */
export function handAgrees(hand: HandRebuilt): boolean {
  const sources = [hand.by_log, hand.by_rack, hand.by_deck].filter((each) => each !== null);
  return new Set(sources.map(sorted)).size === 1;
}

/** Whether it was paid as it is computed again. */
export function lineAgrees({ recorded, again }: LineAgain): boolean {
  return JSON.stringify(recorded && moved(recorded)) === JSON.stringify(again && moved(again));
}

const moved = ({ stake, paid, returned }: Schemas['Moved']) => [stake, paid, returned];
