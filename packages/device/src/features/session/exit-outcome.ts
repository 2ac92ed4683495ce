import type { OpenSession } from '@berth/contract/bridge/methods';
import type { SessionType } from '@berth/contract/profile/sessions';
import type { Exit } from '../../system/ports/programs.ts';

export type SessionFailure = NonNullable<OpenSession['failure']>;

/** How a session's program ended: by the user, by a crash, or by a failure that a retry will not fix. */
export type ExitOutcome =
  | { readonly kind: 'closed' }
  | { readonly kind: 'crashed' }
  | { readonly kind: 'failed'; readonly failure: SessionFailure };

/** FreeRDP's exit codes (client/X11/xfreerdp.h) as keys of the locale files' `session.failure.*`. */
const RDP_FAILURES: Readonly<Record<number, SessionFailure>> = {
  7: 'access-denied',
  9: 'access-denied',
  130: 'connection-failed',
  131: 'connection-failed',
  132: 'login-failed',
  133: 'connection-failed',
  134: 'login-failed',
  135: 'account-locked',
  138: 'connection-failed',
  139: 'host-unknown',
  140: 'host-unknown',
  141: 'connection-failed',
  143: 'certificate-refused',
  144: 'access-denied',
  147: 'connection-failed',
  148: 'password-expired',
};
/** Up to this exit code, the server or the user ended the session. */
const RDP_ORDERLY_MAX = 12;

const OUTCOMES: Readonly<Record<SessionType, (code: number) => ExitOutcome>> = {
  webapp: ofBrowser,
  webbrowser: ofBrowser,
  rdp: ofRdp,
};

export function exitOutcomeOf(type: SessionType, { code, signal }: Exit): ExitOutcome {
  return signal !== null || code === null ? { kind: 'crashed' } : OUTCOMES[type](code);
}

function ofBrowser(code: number): ExitOutcome {
  return { kind: code === 0 ? 'closed' : 'crashed' };
}

function ofRdp(code: number): ExitOutcome {
  const failure = RDP_FAILURES[code];
  if (failure !== undefined) return { kind: 'failed', failure };
  return { kind: code <= RDP_ORDERLY_MAX ? 'closed' : 'crashed' };
}
