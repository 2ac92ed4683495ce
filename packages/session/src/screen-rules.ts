import type { Screen } from './paths.ts';

// Rules that the first load of the home screen does without.

/** Whether a machine shows it only to whom the profile lets into its settings. */
export function needsSettings({ name }: Pick<Screen, 'name'>): boolean {
  return name === 'settings' || name === 'factory-reset';
}

/**
 * Whether an administrator's message stands above it: the home screen has a dialog for it, and where nobody is logged in or
 * looking it waits.
 */
export function showsMessages({ name }: Pick<Screen, 'name'>): boolean {
  return needsSettings({ name }) || name === 'whiteboard' || name === 'calls' || name === 'mirror' || name === 'wall';
}

/** Screens on which nothing happens unless somebody touches the machine: there the screensaver's time is watched. */
export function needsHands({ name }: Pick<Screen, 'name'>): boolean {
  return name === 'greeter' || name === 'home' || name === 'settings' || name === 'whiteboard' || name === 'calls';
}
