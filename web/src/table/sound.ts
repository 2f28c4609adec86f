import { settings } from '../ui/settings.svelte';

/** Short and dry, made here: no files. Silent until switched on. */
export type SoundName = 'card' | 'flip' | 'chip' | 'tap' | 'lock' | 'pay' | 'refuse' | 'jackpot';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

export function play(name: SoundName): void {
  if (!settings.chosen.sound || document.hidden) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    SOUNDS[name](context);
  } catch {
    // No sound card, or a browser that wants a click first: the table is played without.
  }
}

const SOUNDS: Record<SoundName, (audio: AudioContext) => void> = {
  card: (audio) => rustle(audio, 0, 2600, 0.05, 0.16),
  flip: (audio) => rustle(audio, 0, 1900, 0.07, 0.2),
  chip: (audio) => {
    tick(audio, 0, 3100, 0.03, 0.1);
    tick(audio, 0.035, 2700, 0.03, 0.07);
  },
  tap: (audio) => tick(audio, 0, 180, 0.09, 0.25),
  lock: (audio) => {
    tick(audio, 0, 240, 0.09, 0.22);
    tick(audio, 0.13, 200, 0.09, 0.22);
  },
  pay: (audio) => {
    for (let chip = 0; chip < 3; chip++) tick(audio, chip * 0.05, 2900 + 180 * chip, 0.03, 0.1);
  },
  refuse: (audio) => tick(audio, 0, 140, 0.12, 0.2),
  jackpot: (audio) => {
    for (const [step, pitch] of [523, 659, 784, 1047].entries()) {
      tick(audio, step * 0.11, pitch, 0.3, 0.14);
    }
  },
};

function tick(audio: AudioContext, after: number, pitch: number, length: number, loud: number) {
  const tone = audio.createOscillator();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  sounded(audio, tone, after, length, loud, tone);
}

function rustle(audio: AudioContext, after: number, pitch: number, length: number, loud: number) {
  noise ??= whiteNoise(audio);
  const source = audio.createBufferSource();
  source.buffer = noise;
  const band = audio.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.value = pitch;
  band.Q.value = 0.8;
  source.connect(band);
  sounded(audio, source, after, length, loud, band);
}

function sounded(
  audio: AudioContext,
  source: AudioScheduledSourceNode,
  after: number,
  length: number,
  loud: number,
  last: AudioNode,
): void {
  const start = audio.currentTime + after;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  last.connect(gain).connect(audio.destination);
  source.start(start);
  source.stop(start + length);
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
