/** Disputes in words: their order, their state and their timeline. */
import type { components } from '../../protocol/schema';
import { say } from '../../text/catalogue.svelte';
import { money } from '../../text/money';
import { playerName } from '../../text/players';
import { translated } from '../../text/service_words';
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

/** Sorts disputes: an authority still to be notified first, then undecided ones. */
function rank(dispute: Dispute): number {
  if (dispute.notice_overdue_seconds !== null) return 0;
  if (!dispute.decision) return 1;
  if (dispute.taken && !dispute.finding) return 2;
  return dispute.decision.decision === 'unresolved' && !dispute.finding ? 2 : 3;
}

/** The state of a dispute. */
export const stateOf = (dispute: Dispute) => translated(inWords(dispute.state));

export const open = (dispute: Dispute) => rank(dispute) < 3;

export function inOrder(disputes: Dispute[]): Dispute[] {
  return [...disputes].sort(
    (one, other) => rank(one) - rank(other) || Date.parse(other.at) - Date.parse(one.at),
  );
}

/** The amount that would move, and its direction. */
export function moneyOf({ patron, currency }: Dispute, cents: number): string {
  const amount = money(Math.abs(cents), currency);
  const name = playerName(patron);
  return say(cents < 0 ? 'disputes.wouldTake' : 'disputes.wouldPay', { amount, patron: name });
}

export interface Said {
  is: 'opened' | 'said' | 'proposed' | 'signed' | 'decided' | 'taken' | 'notified' | 'finding';
  at: string;
  by: string;
  title: string;
  text: string;
  /** The amount moved or claimed; null if there is none. */
  cents: number | null;
  clauses: string[];
}

/** All statements and decisions in chronological order. */
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
    const text = `${moneyOf(dispute, each.cents)}. ${each.reason}`;
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

/** True if all sources agree on the cards. */
export function handAgrees(hand: HandRebuilt): boolean {
  const sources = [hand.by_log, hand.by_rack, hand.by_deck].filter((each) => each !== null);
  return new Set(sources.map(sorted)).size === 1;
}

/** True if the payment matches the recomputed one. */
export function lineAgrees({ recorded, again }: LineAgain): boolean {
  return JSON.stringify(recorded && moved(recorded)) === JSON.stringify(again && moved(again));
}

const moved = ({ stake, paid, returned }: Schemas['Moved']) => [stake, paid, returned];
