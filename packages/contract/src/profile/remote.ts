import { choice, flag, section } from './schema.ts';

/**
 * Who decides about remote control at the machine: ask waits for its user's yes; inform tells, and begins unless its
 * user says no within REMOTE_INFORM_MS; unattended begins at once, for machines that nobody sits at.
 */
export const REMOTE_CONSENTS = ['ask', 'inform', 'unattended'] as const;
export type RemoteConsent = (typeof REMOTE_CONSENTS)[number];

/** Our addition, system.remote (issue of remote control, "consent by policy"). */
export const Remote = section({
  consent: choice(REMOTE_CONSENTS, 'ask'),
  /** The console may show a small picture of the screen while somebody looks at the machine there. */
  live_view: flag(false),
});
