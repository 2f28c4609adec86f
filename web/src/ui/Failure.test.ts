import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';

import Failure from './Failure.svelte';

const again = () => screen.queryByRole('button', { name: 'Try again' });

it('offers to try again what may work the next time', () => {
  render(Failure, { props: { title: 'No odds', message: 'The service is busy.' } });
  expect(again()).not.toBeNull();
});

it('offers nothing of the kind where that would change nothing', () => {
  render(Failure, { props: { title: 'No odds', message: 'Not available here.', reset: null } });
  expect(again()).toBeNull();
  expect(screen.getByText('Not available here.')).toBeTruthy();
});
