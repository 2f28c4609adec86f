/** Commands as the service describes them: a tagged union. The service adds person and time. */
import type { components } from './schema';

export type Command = components['schemas']['Command'];
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
