/** Short synthesized sounds: no files to load. */
import { settings } from './settings.svelte';

let context: AudioContext | undefined;

/** A soft knock: a tone that drops in pitch and fades out. Times in seconds. */
function knock(frequency: number, delay: number, duration: number, volume: number): void {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  const start = context.currentTime + delay;
  const [tone, gain] = [context.createOscillator(), context.createGain()];
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(frequency, start);
  tone.frequency.exponentialRampToValueAtTime(frequency / 2, start + duration);
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + duration);
  tone.connect(gain).connect(context.destination);
  tone.start(start);
  tone.stop(start + duration);
}

const SOUNDS = {
  move: () => knock(320, 0, 0.09, 0.25),
  capture: () => {
    knock(420, 0, 0.07, 0.25);
    knock(210, 0.05, 0.13, 0.3);
  },
  end: () => {
    for (const [i, note] of [392, 494, 587].entries()) knock(note, i * 0.14, 0.35, 0.2);
  },
} as const;

export function playSound(sound: keyof typeof SOUNDS): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  // Browsers allow no sound before the first interaction, and complain in the console.
  if (navigator.userActivation?.hasBeenActive === false) return;
  SOUNDS[sound]();
}
