import type { Screen } from './paths.ts';

// Rules that are not part of the home screen's first load.

/** Whether a machine shows it only to users whom the profile allows into its settings. */
export function needsSettings({ name }: Pick<Screen, 'name'>): boolean {
  return name === 'settings' || name === 'factory-reset';
}

/**
 * Whether an administrator's message is shown above it: the home screen has its own dialog, and without a user the
 * message waits.
 */
export function showsMessages({ name }: Pick<Screen, 'name'>): boolean {
  return needsSettings({ name }) || name === 'whiteboard' || name === 'calls' || name === 'mirror' || name === 'wall';
}

/** Screens that need input: the screensaver's idle time is watched there. */
export function needsHands({ name }: Pick<Screen, 'name'>): boolean {
  return name === 'greeter' || name === 'home' || name === 'settings' || name === 'whiteboard' || name === 'calls';
}
