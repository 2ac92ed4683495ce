import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import { findProgram } from './programs.ts';
import { environment } from './x-server.ts';

/** Countries whose keyboards are another country's; all others have a layout of their own code. */
const ELSEWHERE: Readonly<Partial<Record<KeyboardLayout, readonly string[]>>> = {
  CY: ['gr'],
  LI: ['ch'],
  LU: ['ch', '-variant', 'fr'],
  MC: ['fr'],
  SM: ['it'],
};

/** The layout of every keyboard on a display. */
export async function setKeyboardLayout(display: string, layout: KeyboardLayout): Promise<void> {
  const setxkbmap = findProgram('setxkbmap');
  if (!setxkbmap) throw new Error('setxkbmap is not installed.');
  const [name = '', ...variant] = ELSEWHERE[layout] ?? [layout.toLowerCase()];
  // An empty option first: what an earlier layout had set goes.
  const args = ['-display', display, '-option', '', '-layout', name, ...variant];
  await promisify(execFile)(setxkbmap, args, { env: environment() });
}
