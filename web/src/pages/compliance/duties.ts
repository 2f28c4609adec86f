/** Tax and currency duties, formatted for people. */
import type { components } from '../../protocol/schema';
import { money } from '../../text/money';
import { say } from '../../text/staff';

type Schemas = components['schemas'];
export type Duty = Schemas['DutyShown'];
export type Duties = Schemas['DutiesShown'];
export type Obligation = Schemas['ObligationShown'];
export type CashLine = Schemas['CashLine'];

const FORMS = { w2g: 'W-2G', w8: 'W-8' };
const REPORTS = {
  currency_report: say('compliance.currencyReport'),
  transaction_log: say('compliance.transactionLog'),
};

export const formName = (form: keyof typeof FORMS) => FORMS[form];
export const reportName = (report: keyof typeof REPORTS) => REPORTS[report];
const WAYS = { in: say('compliance.cashIn'), out: say('compliance.cashOutLower') };

export function titleOf({ cash, form }: Duty): string {
  if (cash) return `${REPORTS[cash.report]}, ${WAYS[cash.direction]}`;
  if (form)
    return say('compliance.formFormOn', { form: FORMS[form.worksheet.form], title: form.title });
  return say('compliance.duty');
}

/** The amount and the threshold it crossed. */
export function measured({ cash, form, cents }: Duty): string {
  if (cash) {
    const over =
      cash.report === 'currency_report' ? say('compliance.above') : say('compliance.from');
    return say('compliance.centsDirectionDue', {
      cents: money(cents),
      direction: WAYS[cash.direction],
      over,
      thresholdCents: money(cash.threshold_cents),
    });
  }
  if (form?.rule === 'row')
    return say('compliance.wonAwardTakes', { amount: money(cents, form.currency) });
  if (form) {
    const stake = money(form.worksheet.wager_cents, form.currency);
    return say('compliance.won', { amount: money(cents, form.currency), stake });
  }
  return money(cents);
}

/** When the duty arose. */
export const since = (duty: Duty) => duty.cash?.crossed_at ?? null;

/** The verb for what is still to be done; a report filed before is amended. */
export function verbOf({ cash, form, done }: Duty): string {
  if (form) return say('compliance.recordForm', { form: FORMS[form.worksheet.form] });
  if (cash?.report === 'transaction_log')
    return done ? say('compliance.amendLog') : say('compliance.recordLogEntry');
  return done ? say('compliance.recordAmendment') : say('compliance.recordReport');
}

export const keyOf = ({ patron, day, cash, form }: Duty) =>
  form?.payout ?? `${patron} ${day} ${cash?.report} ${cash?.direction}`;

/** Open duties first, those that hold up a payment before the others; then the latest. */
export function inOrder(duties: Duty[]): Duty[] {
  const weight = (duty: Duty) => (!duty.open ? 2 : duty.form?.payment_waits ? 0 : 1);
  return [...duties].sort(
    (one, other) =>
      weight(one) - weight(other) ||
      other.day.localeCompare(one.day) ||
      one.patron.localeCompare(other.patron),
  );
}

interface Carried {
  patron: string;
  day: string;
  in: number;
  out: number;
  lines: CashLine[];
}

/** A day's cash by patron, with money in and out counted separately. */
export function byPatron(lines: CashLine[]): Carried[] {
  const found: Record<string, Carried> = {};
  for (const line of lines) {
    const { patron, direction, cents } = line.transaction;
    const own = (found[`${line.day} ${patron}`] ??= {
      patron,
      day: line.day,
      in: 0,
      out: 0,
      lines: [],
    });
    own[direction] += cents;
    own.lines.push(line);
  }
  return Object.values(found).sort(
    (one, other) => Math.max(other.in, other.out) - Math.max(one.in, one.out),
  );
}
