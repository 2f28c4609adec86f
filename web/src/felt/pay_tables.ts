import type { PayTable } from '../protocol/types';
import { say } from '../text/catalogue.svelte';
import { translatedValue } from '../text/service_words';
import type { Point, Zone } from './geometry';

/** A row of a pay table; long rows take several lines. */
interface PrintedRow {
  key: string;
  lines: { text: string; y: number }[];
  pays: string;
  bottom: number;
}

/** A printed pay table, positioned by the start of its title. */
interface Block extends Point {
  pay: PayTable;
  width: number;
  rows: PrintedRow[];
  departs: boolean;
}

interface Print {
  size: number;
  blocks: Block[];
}

const LETTER = 0.44; // Average letter width, in font sizes.
const LINE = 1.27;
const GAP = 2; // Letters at least between a row and what it pays.
const HOUSE_RULE = '*';

/** Prints as many tables as fit, as large as possible; the rest are listed beside the table. */
export function printed(tables: PayTable[], zones: Zone[], size: number, least: number): Print {
  let best: Print = { size, blocks: placed(tables, zones, size) };
  for (let now = size; now > least && best.blocks.length < tables.length;) {
    now = Math.max(least, now - 0.5);
    const blocks = placed(tables, zones, now);
    if (blocks.length > best.blocks.length) best = { size: now, blocks };
  }
  return best;
}

/** Puts each table into the smallest zone that fits it. */
function placed(tables: PayTable[], zones: Zone[], size: number): Block[] {
  const rooms = zones.map((zone) => ({ zone, used: 0 }));
  const blocks: Block[] = [];
  for (const pay of tables) {
    const fitting = rooms
      .map((room) => ({ room, rows: rowsOf(pay, room.zone.width, size) }))
      .filter(({ room, rows }) => room.used + heightOf(rows) <= room.zone.height)
      .sort((one, other) => left(one.room) - left(other.room))[0];
    if (!fitting) continue;
    const { room, rows } = fitting;
    const { x, y, width } = room.zone;
    blocks.push({ pay, x: x - width / 2, y: y + room.used, width, rows, departs: departs(pay) });
    room.used += heightOf(rows) + size * LINE * 1.5;
  }
  return blocks;
}

const left = ({ zone, used }: { zone: Zone; used: number }) => zone.height - used;
const heightOf = (rows: PrintedRow[]) => rows.at(-1)?.bottom ?? 0;
const departs = (pay: PayTable) => pay.rows.some((row) => row.departs_from.length > 0);

function rowsOf(pay: PayTable, width: number, size: number): PrintedRow[] {
  let y = 0;
  return pay.rows.map((row) => {
    const pays = translatedValue(row.pays) + (row.departs_from.length ? HOUSE_RULE : '');
    const most = Math.floor(width / (LETTER * size));
    const lines = wrapped(translatedValue(row.title), most).map((text) => ({
      text,
      y: (y += size * LINE),
    }));
    const last = lines.at(-1)?.text.length ?? 0;
    if (last + pays.length + GAP > most) y += size * LINE;
    return { key: row.key, lines, pays, bottom: y };
  });
}

/** Wraps words into lines; a word that is too long gets its own line. */
function wrapped(title: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most)
      lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** For screen readers. */
export function payTableInWords(pay: PayTable): string {
  const rows = pay.rows.map(
    (row) =>
      `${translatedValue(row.title)} ${translatedValue(row.pays)}` +
      (row.departs_from.length ? ` (${say('felt.houseRule')})` : ''),
  );
  return `${pay.title}: ${rows.join(', ')}`;
}
