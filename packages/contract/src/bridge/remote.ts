import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { REMOTE_MODES } from '../device/remote.ts';

/**
 * Somebody who sees this machine's screen from the console, or wants to; null for nobody. asked: its user has to allow
 * it. informed: its user can still decline.
 */
export const RemoteState = Type.Union([
  closed({
    phase: Type.Enum(['asked', 'informed', 'active']),
    mode: Type.Enum([...REMOTE_MODES]),
    by: Type.String(),
    reason: Type.String(),
  }),
  Type.Null(),
]);
export type RemoteState = Type.Static<typeof RemoteState>;

export const REMOTE_METHODS = {
  /** The answer of the machine's user to whoever asks. */
  answer_remote: { input: closed({ accept: Type.Boolean() }), output: Empty },
  end_remote: { input: Nothing, output: Empty },
  /** The language of the session's page, as BCP 47: what the agent opens beside it speaks that, too. */
  speak_language: { input: closed({ tag: Type.String({ pattern: '^[A-Za-z-]{2,16}$' }) }), output: Empty },
} as const;
