import { settings } from '../ui/settings.svelte';

/** Short, dry sounds, synthesised without files. Off by default. */
export type SoundName = 'card' | 'flip' | 'chip' | 'tap' | 'lock' | 'pay' | 'refuse' | 'jackpot';

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
/** When each sound last began: seven payouts at once make one sound without clipping. */
const begun: Partial<Record<SoundName, number>> = {};
const APART_SECONDS = 0.04;

export function play(name: SoundName): void {
  if (!settings.chosen.sound || document.hidden) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    const now = context.currentTime;
    if (now - (begun[name] ?? -1) < APART_SECONDS) return;
    begun[name] = now;
    SOUNDS[name](context);
  } catch {
    // Without audio, or before the first click, the table stays silent.
  }
}

/** Varies the pitch slightly, so that no two chips sound alike. */
const about = (pitch: number) => pitch * (0.96 + Math.random() * 0.08);

/** Clay on clay: a dry click and two inharmonic partials. */
function clink(audio: BaseAudioContext, after: number, loud: number): void {
  rustle(audio, after, 5200, 0.012, loud * 0.9);
  tick(audio, after, about(2350), 0.045, loud * 0.6);
  tick(audio, after + 0.004, about(3870), 0.03, loud * 0.4);
}

/** Each peaks between -18 and -14 dB; all at once do not clip. */
const SOUNDS: Record<SoundName, (audio: BaseAudioContext) => void> = {
  card: (audio) => {
    rustle(audio, 0, about(1700), 0.06, 0.24);
    rustle(audio, 0.03, about(3400), 0.035, 0.26);
  },
  flip: (audio) => {
    rustle(audio, 0, about(1300), 0.05, 0.24);
    rustle(audio, 0.055, about(4200), 0.02, 0.28);
  },
  chip: (audio) => {
    clink(audio, 0, 0.18);
    clink(audio, 0.06 + Math.random() * 0.02, 0.1);
  },
  tap: (audio) => tick(audio, 0, about(170), 0.09, 0.2),
  lock: (audio) => {
    tick(audio, 0, about(220), 0.09, 0.2);
    tick(audio, 0.14, about(200), 0.09, 0.2);
  },
  pay: (audio) => {
    for (let chip = 0; chip < 4; chip++) clink(audio, chip * 0.07, 0.13 + chip * 0.012);
  },
  refuse: (audio) => tick(audio, 0, 140, 0.12, 0.18),
  jackpot: (audio) => {
    for (const [step, pitch] of [392, 523, 659, 784].entries()) {
      tick(audio, step * 0.13, pitch, 0.5, 0.12);
      tick(audio, step * 0.13, pitch * 2.01, 0.25, 0.04);
    }
  },
};

function tick(audio: BaseAudioContext, after: number, pitch: number, length: number, loud: number) {
  const tone = audio.createOscillator();
  tone.type = 'triangle';
  tone.frequency.value = pitch;
  sounded(audio, tone, after, length, loud, tone);
}

function rustle(
  audio: BaseAudioContext,
  after: number,
  pitch: number,
  length: number,
  loud: number,
) {
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
  audio: BaseAudioContext,
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

function whiteNoise(audio: BaseAudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) samples[index] = Math.random() * 2 - 1;
  return buffer;
}
