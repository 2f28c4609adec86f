/** Slips, inventories and drop boxes in words. */
import type { components } from '../../protocol/schema';
import type { FloorTable } from '../../protocol/types';
import { money } from '../../text/money';
import { speaker } from '../../text/speakers';
import { say } from '../../text/staff';

export type Slip = components['schemas']['Slip'];
export type Slips = components['schemas']['SlipsShown'];

const KINDS: Record<Slip['kind'], string> = {
  fill: say('pit.fill'),
  credit: say('pit.credit'),
  drop: say('pit.dropBoxTaken'),
  inventory: say('pit.inventory'),
  drop_count: say('pit.dropBoxCounted'),
};

const INVENTORIES: Record<string, string> = {
  opening: say('pit.openingInventory'),
  shift: say('pit.shiftInventory'),
  closing: say('pit.closingInventory'),
};

/** `Fill 3`, `Closing inventory`, `Drop box 2 counted`. */
export function slipTitle(slip: Slip): string {
  if (slip.kind === 'inventory') {
    const kind = slip.inventory;
    return (kind && INVENTORIES[kind]) || KINDS.inventory;
  }
  if (slip.kind === 'drop_count') return say('pit.dropBoxNumber', { number: slip.number ?? 0 });
  return slip.number ? `${KINDS[slip.kind]} ${slip.number}` : KINDS[slip.kind];
}

/** A count's variance with its sign; null for other slips. */
export function variance(slip: Slip): number | null {
  return slip.expected == null ? null : slip.cents - slip.expected;
}

export function varianceText(slip: Slip): string {
  const off = variance(slip);
  if (off === null) return '';
  if (off === 0) return say('pit.should');
  const amount = money(Math.abs(off), slip.currency);
  return off > 0 ? say('pit.moreThanThere', { amount }) : say('pit.amountMissing', { amount });
}

export const signers = (slip: Slip): string[] => slip.signed.map(speaker);

/** Changes whenever a new slip may exist: a request, a box or a count has changed. */
export const slipMarks = (tables: FloorTable[]): string =>
  JSON.stringify(
    tables.map(({ shown, view }) => [
      shown.id,
      view.requests.map(({ request, missing }) => [request, missing]),
      view.boxes,
      view.inventory,
    ]),
  );
