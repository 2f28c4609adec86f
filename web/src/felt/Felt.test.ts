import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';

import { evolve } from '../table/evolve';
import { sceneOf } from '../table/scene';
import { feltWith } from '../testing/felts';
import { ANN, changeWith, house, snapshot } from '../testing/round';
import type { Controls } from './controls';
import Felt from './Felt.svelte';

function controls() {
  return {
    amount: () => undefined,
    waits: () => false,
    mayBet: (_seat, wager) => wager !== 'play',
    add: vi.fn<Controls['add']>(),
    remove: vi.fn<Controls['remove']>(),
    maySit: () => true,
    sit: vi.fn<Controls['sit']>(),
  } satisfies Controls;
}

function shown(
  view = snapshot.view,
  own: number[] = [],
  given: Controls | null = null,
  print = house,
) {
  const props = {
    scene: sceneOf(view),
    house: print,
    kind: 'wide' as const,
    own,
    controls: given,
  };
  return render(Felt, { props });
}

const betting = changeWith('wager_placed', -1).view;
const deciding = changeWith('cards_seen').view;

test('a free seat is a way to sit down', async () => {
  const given = controls();
  shown(snapshot.view, [], given);
  await fireEvent.click(screen.getByRole('button', { name: 'Sit here, seat 3' }));
  expect(given.sit).toHaveBeenCalledWith(3);
});

test('a click on an own spot adds a chip, with shift it takes the bet back', async () => {
  const given = controls();
  shown(betting, [ANN], given);
  const spot = screen.getByRole('button', { name: /^Pair Plus: \$5/ });
  await fireEvent.click(spot);
  expect(given.add).toHaveBeenCalledWith(ANN, 'pair_plus');
  await fireEvent.click(spot, { shiftKey: true });
  expect(given.remove).toHaveBeenCalledWith(ANN, 'pair_plus');
});

test('who has a seat is offered a further hand, not a seat', () => {
  shown(betting, [ANN], controls());
  expect(screen.queryByRole('button', { name: /^Sit here/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Another hand at seat 3' })).toBeTruthy();
});

test('the right button takes a bet back, and so does a long press, which puts nothing down', async () => {
  vi.useFakeTimers();
  const given = controls();
  shown(betting, [ANN], given);
  const spot = screen.getByRole('button', { name: /^Pair Plus: \$5/ });
  await fireEvent.contextMenu(spot);
  expect(given.remove).toHaveBeenCalledTimes(1);
  await fireEvent.pointerDown(spot, { pointerType: 'touch' });
  vi.advanceTimersByTime(1_000);
  await fireEvent.pointerUp(spot, { pointerType: 'touch' });
  await fireEvent.click(spot);
  expect(given.remove).toHaveBeenCalledTimes(2);
  expect(given.add).not.toHaveBeenCalled();
  vi.useRealTimers();
});

test('the keyboard does the same', async () => {
  const given = controls();
  shown(betting, [ANN], given);
  const spot = screen.getByRole('button', { name: /^Ante/ });
  await fireEvent.keyDown(spot, { key: 'Enter' });
  expect(given.add).toHaveBeenCalledWith(ANN, 'ante');
  await fireEvent.keyDown(spot, { key: 'Delete' });
  expect(given.remove).toHaveBeenCalledWith(ANN, 'ante');
});

test('a spot says its limits before they are hit', () => {
  shown(betting, [ANN], controls());
  expect(
    screen.getByRole('button', { name: /^Ante.*\$5 to \$300, in steps of \$1$/ }),
  ).toBeTruthy();
});

test('other spots are no buttons', () => {
  shown(betting, [ANN], controls());
  const buttons = screen.getAllByRole('button').map((each) => each.getAttribute('aria-label'));
  expect(buttons.filter((name) => name?.startsWith('Ante'))).toHaveLength(1);
  expect(buttons.filter((name) => name?.startsWith('Play'))).toHaveLength(0);
});

test('own cards are faces with a name, those of others are backs', () => {
  shown(deciding, [ANN]);
  const own = deciding.seats.find((seat) => seat.seat === ANN);
  const mine = screen.getByRole('img', { name: /^Your cards/ }).getAttribute('aria-label');
  expect(mine).toContain(own?.hand);
  expect(mine).not.toContain('face down');
  expect(screen.getByRole('img', { name: /^Cards of Bot.*3 cards face down/ })).toBeTruthy();
});

test('the pay tables and the qualifying hand are printed on the felt', () => {
  const { container } = shown();
  expect(container.textContent).toContain('DEALER QUALIFIES WITH QUEEN HIGH OR BETTER');
  expect(screen.getByRole('img', { name: /^Pair Plus: Straight flush 40 to 1/ })).toBeTruthy();
  expect(screen.getByRole('img', { name: /^6 Card Bonus: Royal flush 1000 to 1/ })).toBeTruthy();
});

test('a title whose lines read alike is printed on its spot', () => {
  const { container } = shown(betting, [ANN], null, feltWith(['Lucky Lucky']));
  const lines = [...container.querySelectorAll('.own .name tspan')].map((each) => each.textContent);
  expect(lines.filter((line) => line === 'LUCKY')).toHaveLength(2);
});

test('after settlement each spot has its result in word and sign', () => {
  shown(changeWith('round_ended').view, [ANN]);
  expect(screen.getAllByRole('img', { name: 'Ante: nothing. Win +$5' })).toBeTruthy();
  expect(screen.getAllByRole('img', { name: 'Play: nothing. Push' })).toHaveLength(2);
  expect(screen.getByRole('img', { name: 'Pair Plus: nothing. Loss −$5' })).toBeTruthy();
});

test('at the result the cards that decide are lifted and the five of six are marked', () => {
  const last = changeWith('round_ended');
  const played = changeWith('play_placed').view;
  const five = ['Kd', 'Js', '6d', '9c', '8c'];
  const scene = [changeWith('dealer_revealed'), last]
    .flatMap((change) => change.events)
    .reduce(evolve, sceneOf(played));
  const seats = scene.seats.map((seat) =>
    seat.seat === ANN && seat.hand.counted
      ? { ...seat, hand: { ...seat.hand, counted: { ...seat.hand.counted, five } } }
      : seat,
  );
  const show = (own: number[]) => {
    const props = { scene: { ...scene, seats }, house, kind: 'wide' as const, own, controls: null };
    const { container, unmount } = render(Felt, { props });
    const counts = ['.card.lifted', '.card .mark'].map(
      (each) => container.querySelectorAll(each).length,
    );
    unmount();
    return counts;
  };
  expect(show([ANN])).toEqual([3, 5]); // The dealer's nine, an ace and a king; all five.
  expect(show([])).toEqual([3, 3]); // Of the dealer's cards none is marked for onlookers.
});

test('without controls the felt is a picture', () => {
  shown(betting, [ANN]);
  expect(screen.queryAllByRole('button')).toHaveLength(0);
});

test('two felts on a page share no paint and no arch', () => {
  const ids = [shown(), shown()].map(({ container }) =>
    [...container.querySelectorAll('[id]')].map((each) => each.id),
  );
  expect(ids[0]).not.toHaveLength(0);
  expect(ids.flat()).toHaveLength(new Set(ids.flat()).size);
});

test('on a phone the other own hand is chosen with a key, which does nothing else', async () => {
  const other = betting.seats.find((seat) => seat.seat !== ANN)?.seat ?? 0;
  render(Felt, {
    props: { scene: sceneOf(betting), house, kind: 'portrait', own: [ANN, other], controls: null },
  });
  const pressed = vi.fn();
  document.addEventListener('keydown', pressed);
  const small = screen.getByRole('button', { name: new RegExp(`seat ${other}`, 'i') });
  expect(await fireEvent.keyDown(small, { key: ' ' })).toBe(false); // The page does not scroll.
  expect(pressed).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: new RegExp(`seat ${ANN}`, 'i') })).toBeTruthy();
  document.removeEventListener('keydown', pressed);
});
