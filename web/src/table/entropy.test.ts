import { beforeEach, expect, test } from 'vitest';

import type { Command } from '../protocol/commands';
import { sha256 } from '../protocol/digest';
import type { TableView } from '../protocol/types';
import { Entropy } from './entropy';

const SHUFFLE = 'ab'.repeat(32);
const view = (fields: Partial<TableView>) =>
  ({ commitment: SHUFFLE, takes_entropy: true, entropy: {}, ...fields }) as TableView;

let sent: Command[] = [];
const entropy = () => new Entropy((command) => void sent.push(command));
beforeEach(() => (sent = []));

async function committed(): Promise<string> {
  await entropy().follow(view({}), [3]);
  const [command] = sent;
  return command?.type === 'commit_entropy' ? command.commitment : '';
}

test('it commits once for a shuffle, for one seat of the player', async () => {
  const browser = entropy();
  await browser.follow(view({}), [3, 5]);
  await browser.follow(view({}), [3, 5]);
  expect(sent.map((each) => each.type)).toEqual(['commit_entropy']);
  expect(sent[0]).toMatchObject({ seat: 3 });
});

test('it reveals what it committed to, also after the page was loaded again', async () => {
  const commitment = await committed();
  const closed = { takes_entropy: false, entropy: { 3: commitment }, entropy_awaited: [3] };
  await entropy().follow(view(closed), [3]);
  const revealed = sent.at(-1);
  expect(revealed?.type).toBe('reveal_entropy');
  const told = revealed?.type === 'reveal_entropy' ? revealed.entropy : '';
  expect(await sha256(`${SHUFFLE}:3:${told}`)).toBe(commitment);
});

test('it adds other entropy to another shuffle', async () => {
  const first = await committed();
  await entropy().follow(view({ commitment: 'cd'.repeat(32) }), [3]);
  expect(sent[1]).not.toMatchObject({ commitment: first });
});

test('it says nothing of what another browser has committed to', async () => {
  const other = { takes_entropy: false, entropy: { 3: 'ee'.repeat(32) }, entropy_awaited: [3] };
  await entropy().follow(view(other), [3]);
  await entropy().follow(view({ entropy: { 3: 'ee'.repeat(32) } }), [3]);
  expect(sent).toEqual([]);
});

test('it does nothing for those who only watch', async () => {
  await entropy().follow(view({}), []);
  expect(sent).toEqual([]);
});
