import { shellCommandsOf } from '@berth/contract/profile/button-actions';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { RequireShell } from './deps.ts';

/** Asks whether a profile may get shell commands that it did not have. */
export type ShellGate = () => Promise<unknown>;

/** Who saves, asked only where the change brings a command. */
export function shellGate(requireShell: RequireShell, call: Parameters<RequireShell>[0]): ShellGate {
  return () => requireShell(call);
}

/** For what was allowed when it was saved first. */
export const ALLOWED_BEFORE: ShellGate = async () => undefined;

/** Throws what the gate throws if `after` runs anything in the shell of machines that `before` did not. */
export async function requireShellFor(
  gate: ShellGate,
  before: ProfileDefinition | undefined,
  after: ProfileDefinition,
): Promise<void> {
  const known = before && shellCommandsOf(before);
  if ([...shellCommandsOf(after)].some((command) => !known?.has(command))) await gate();
}
