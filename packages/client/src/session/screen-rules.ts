import type { Screen } from './paths.ts';

// Rules that the first load of the home screen does without.

/** Whether a machine shows it only to whom the profile lets into its settings. */
export function needsSettings({ name }: Pick<Screen, 'name'>): boolean {
  return name === 'settings' || name === 'factory-reset';
}

/** Screens on which nothing happens unless somebody touches the machine: there the screensaver's time is watched. */
export function needsHands({ name }: Pick<Screen, 'name'>): boolean {
  return name === 'greeter' || name === 'home' || name === 'settings' || name === 'whiteboard' || name === 'calls';
}
