import { createShareCode, ONE_TIME_CODE_MS } from '@berth/contract/api/signaling';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { randomHex } from '@berth/web/lib/random-hex.ts';
import { useEffect } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { useDefinition, useSessionState } from '../state/session.ts';

/** Keeps a code published while it runs. */
export interface Codes {
  /** Whether this code was shown here and is still valid; asking uses it up. */
  readonly take: (code: string) => boolean;
  /** Shows a new code after this one was used. */
  readonly renew: () => void;
  /** Shows a new code, and invalidates all earlier ones. */
  readonly replace: () => void;
  readonly stop: () => void;
}

/** A code stays valid while the next one is shown, so that it can be typed to the end. */
const SHOWN_MS = ONE_TIME_CODE_MS / 2;
/** Interval of looking at the clock: timers stand still while the computer sleeps, and codes expire. */
const LOOK_MS = 5_000;

/**
 * @param meeting The machine's peer that codes lead to, and its signaling server.
 * @param show Called with every new code, and with null while there is none because the cloud does not respond.
 */
export function keepCode(
  bridge: Bridge,
  { peerId, server }: { readonly peerId: string; readonly server: number },
  show: (code: string | null) => void,
): Codes {
  const good = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let round = 0;

  async function publish(): Promise<void> {
    clearTimeout(timer);
    round += 1;
    const own = round;
    const code = `${server}${randomHex(4)}`;
    let next = SHOWN_MS;
    try {
      const { id, machineToken } = await bridge.call('get_machine_id_and_token', {});
      await call(createShareCode, { params: { otc: code, mid: id }, body: { machineToken, peerId } });
      if (own !== round) return;
      good.set(code, performance.now() + ONE_TIME_CODE_MS);
      show(code);
    } catch {
      if (own !== round) return;
      show(null);
      next = RECONNECT_WAIT_MS;
    }
    publishIn(next);
  }

  /** By whichever clock is first there: one stands still in sleep, the other may be set back. */
  function publishIn(ms: number): void {
    const due = { running: performance.now() + ms, set: Date.now() + ms };
    const look = () => {
      const left = Math.min(due.running - performance.now(), due.set - Date.now());
      if (left > 0) timer = setTimeout(look, Math.min(left, LOOK_MS));
      else void publish();
    };
    look();
  }

  void publish();
  return {
    take(code) {
      const until = good.get(code);
      good.delete(code);
      return until !== undefined && until > performance.now();
    },
    renew: () => void publish(),
    replace() {
      good.clear();
      show(null);
      void publish();
    },
    stop() {
      clearTimeout(timer);
      round += 1;
    },
  };
}

/** Renews the codes after a logout, if the profile asks for it (spec chapter 3, renew_OTCs_on_sessions_logout). */
export function useRenewedCodes(host: { renewCodes(): void } | null): void {
  const isOver = useSessionState(({ login }) => login?.user === null);
  const renews = useDefinition()?.system.auth.renew_OTCs_on_sessions_logout;
  useEffect(() => {
    if (isOver && renews) host?.renewCodes();
  }, [isOver, renews, host]);
}
