/** Commands as the service describes them: a tagged union. The service adds person and time. */
import type { operations } from './schema';

type Described =
  operations['ApiTablesCommandsCommand']['requestBody']['content']['application/json'];

/** Fields that the service fills in if omitted. */
type Filled =
  | 'automation'
  | 'by_machine'
  | 'cards'
  | 'count'
  | 'flaws'
  | 'id'
  | 'left_to_dealer'
  | 'looked'
  | 'misdealt'
  | 'offered_as'
  | 'player'
  | 'refused_by'
  | 'supervisor'
  | 'table'
  | 'tray'
  | 'wagers';

type Sendable<T> = T extends Described
  ? Omit<T, Filled> & Partial<Pick<T, Filled & keyof T>>
  : never;

export type Command = Sendable<Described>;
export type CommandType = Command['type'];
export type CommandOf<K extends CommandType> = Extract<Command, { type: K }>;

/** The legal moves of one type with these values. */
export function movesOf<K extends CommandType>(
  moves: Command[],
  type: K,
  having: Partial<CommandOf<K>> = {},
): CommandOf<K>[] {
  const asked = Object.entries(having);
  return moves.filter(
    (move): move is CommandOf<K> =>
      move.type === type && asked.every(([key, value]) => Reflect.get(move, key) === value),
  );
}
