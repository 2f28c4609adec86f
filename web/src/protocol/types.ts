/** Short names for the schema's types. `npm run types` generates the schema. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Person = Schemas['PersonShown'];
export type Visit = Schemas['Visit'];
export type Purse = Schemas['Purse'];
export type CashOutToPay = Schemas['CashOutToPay'];
export type Limit = Schemas['LimitShown'];
export type LobbyTable = Schemas['TableShown'];
export type FloorTable = Schemas['FloorTable'];
export type MeterShown = Schemas['MeterShown'];
export type House = Schemas['HouseShown'];
/** A step of the procedure, with its role. */
export type Step = Schemas['StepShown'];
export type PayTable = Schemas['PayTableShown'];
export type SeatHeld = Schemas['SeatHeld'];
/** The print of a table's felt, and its chip values. */
export type FeltPrint = Schemas['Felt'];
export type SpotPrint = Schemas['SpotShown'];
/** Cents by key. */
export type Amounts = Record<string, number>;
/** A clause, a ruling or a convention, in words. */
export type Saying = Schemas['SaidShown'];

export type Phase = Schemas['Phase'];
export type TableView = Schemas['TableView'];
export type SeatView = Schemas['SeatView'];
export type ResultLine = Schemas['ResultLine'];
/** The cards of a hand and the dealer's that decide, and the five of six that won a bet. */
export type CountedCards = Schemas['CountedCards'];
/** What the service asks for, field by field. */
export type Form = Schemas['RequestForm'];
/** A command as a form. */
export type CommandForm = Schemas['CommandForm'];
export type FormField = Schemas['FormField'];
export type FormChoice = Schemas['FormChoice'];
export type Deadline = Schemas['Deadline'];
export type Advice = Schemas['AdviceShown'];
export type Figure = Schemas['Exact'];

export type RoundShown = Schemas['RoundShown'];
export type RoundTold = Schemas['RoundTold'];
export type Shuffle = Schemas['Opened'];
export type Results = Schemas['Results'];
export type RunningTotal = Schemas['RunningTotal'];

/** An event as this viewer sees it. */
export type TableEvent = Schemas['Changed']['events'][number];
export type EventType = TableEvent['type'];
export type EventOf<T extends EventType> = Extract<TableEvent, { type: T }>;

export type LiveState = Omit<Schemas['Snapshot'], 'type'>;
export type ViewDelta = Schemas['ViewDelta'];
/** Events since a version, and the differences: absent fields are unchanged. */
export type ChangeMessage = Schemas['Changed'];

export interface Refusal {
  code: string;
  message: string;
  clauses: string[];
}

export type BesideMessage = { type: 'meter'; meters: Amounts } | { type: 'ready'; seats: number[] };

/** Messages of a table's WebSocket. */
export type ServerMessage =
  | ({ type: 'snapshot' } & LiveState)
  | ChangeMessage
  | { type: 'answer'; id: string; version: number }
  | ({ type: 'refused'; id: string } & Refusal)
  | BesideMessage
  | { type: 'pong'; now: string }
  | { type: 'bye'; reason: 'slow' | 'restart' | 'signed_out' };

/** Messages of the notices' WebSocket. */
export type NoticesMessage =
  | { type: 'notices'; notices: Schemas['NoticeShown'][]; staff?: Schemas['Alert'][] }
  | Extract<ServerMessage, { type: 'pong' | 'bye' }>;

/** Messages of the purse's and the cage's WebSockets. */
export type MoneyMessage = { type: 'money' } | Extract<ServerMessage, { type: 'pong' | 'bye' }>;

/** Messages of the lobby's and the pit's WebSockets. */
export type FeedMessage<T> =
  | { type: 'lobby' | 'pit'; whole: boolean; tables: T[]; gone: string[]; meters?: MeterShown[] }
  | Extract<ServerMessage, { type: 'pong' | 'bye' }>;
