import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';

import SpokenAnswer from './SpokenAnswer.svelte';

afterEach(() => vi.unstubAllGlobals());

test('the microphone is closed when the question is gone', async () => {
  const abort = vi.fn();
  class Listening {
    start = vi.fn();
    stop = vi.fn();
    abort = abort;
  }
  vi.stubGlobal('SpeechRecognition', Listening);
  const { unmount } = render(SpokenAnswer, { language: 'en', label: 'Say it' });
  await fireEvent.click(screen.getByRole('button'));
  unmount();
  expect(abort).toHaveBeenCalledOnce();
});
