import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { PATTERNS } from '../profile/patterns.ts';

/** Phone calls (spec chapter 1, SIP phone calls). One call at a time: a second caller gets a busy signal. */

const Instant = Type.String({ format: 'date-time' });

export const REGISTRATIONS = ['registering', 'registered', 'failed'] as const;

export const PhoneAccount = closed({
  /** Address of record without its scheme, such as `reception@sip.example`. */
  id: Type.String(),
  display_name: Type.String(),
  registration: Type.Enum([...REGISTRATIONS]),
});
export type PhoneAccount = Type.Static<typeof PhoneAccount>;

/** incoming and outgoing: not answered yet; ringing: the other side's phone rings. */
export const CALL_STATES = ['incoming', 'outgoing', 'ringing', 'active', 'held'] as const;
export type CallState = (typeof CALL_STATES)[number];

const peer = {
  /** Number or address of the other side, as dialed. */
  peer: Type.String(),
  /** Display name of the other side; empty if unknown. */
  peer_name: Type.String(),
  account: Type.String(),
};

export const PhoneCall = closed({
  ...peer,
  state: Type.Enum([...CALL_STATES]),
  /** Null until answered. */
  answeredAt: Type.Union([Instant, Type.Null()]),
});
export type PhoneCall = Type.Static<typeof PhoneCall>;

/** Why the last call failed. Text key: `calls.error.<error>`. */
export const CALL_ERROR_CODES = ['busy', 'not-found', 'no-answer', 'declined', 'no-audio', 'failed'] as const;
export type CallErrorCode = (typeof CALL_ERROR_CODES)[number];

export const CallsState = closed({
  /** Whether this machine has a phone: the profile enables it, and its program is installed. */
  enabled: Type.Boolean(),
  accounts: Type.Array(PhoneAccount),
  call: Type.Union([PhoneCall, Type.Null()]),
  error: Type.Union([Type.Enum([...CALL_ERROR_CODES]), Type.Null()]),
});
export type CallsState = Type.Static<typeof CallsState>;

export const CALL_DIRECTIONS = ['incoming', 'outgoing'] as const;
export type CallDirection = (typeof CALL_DIRECTIONS)[number];
export const CALL_OUTCOMES = ['answered', 'missed', 'declined', 'unanswered'] as const;

export const CallRecord = closed({
  ...peer,
  direction: Type.Enum([...CALL_DIRECTIONS]),
  outcome: Type.Enum([...CALL_OUTCOMES]),
  at: Instant,
  /** Duration in seconds. */
  duration: Type.Integer({ minimum: 0 }),
});
export type CallRecord = Type.Static<typeof CallRecord>;

export const CALLS_METHODS = {
  get_calls: { input: Nothing, output: CallsState },
  /** Newest first. */
  list_call_history: { input: Nothing, output: Type.Array(CallRecord) },
  dial: {
    input: closed({
      number: Type.String({ minLength: 1, maxLength: 256, pattern: PATTERNS['one-line'] }),
      /** The calling account; by default the first one. */
      account: Type.Optional(Type.String({ maxLength: 512 })),
    }),
    output: Empty,
  },
  answer_call: { input: Nothing, output: Empty },
  /** Ends the call, or declines an incoming one. */
  hang_up: { input: Nothing, output: Empty },
  hold_call: { input: closed({ held: Type.Boolean() }), output: Empty },
  /** Sends DTMF digits. */
  send_digits: { input: closed({ digits: Type.String({ pattern: '^[0-9A-D*#]{1,32}$' }) }), output: Empty },
} as const;
