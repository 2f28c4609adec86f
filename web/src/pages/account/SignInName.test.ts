import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';

import { session } from '../../protocol/session.svelte';
import SignInName from './SignInName.svelte';

afterEach(() => {
  session.person = null;
});

it('a former guest reads the name that others see, and no id', () => {
  session.person = {
    name: 'guest-stork-85',
    display: 'Marlene',
    sign_in: 'marl77',
    role: 'player',
    guest: false,
    waits: false,
  };
  render(SignInName);
  expect(
    screen.getByText('You sign in as marl77. Others at the table see you as Marlene.'),
  ).toBeTruthy();
});
