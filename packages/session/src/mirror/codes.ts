import { createShareCode, ONE_TIME_CODE_MS } from '@berth/contract/api/signaling';
import { RECONNECT_WAIT_MS } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { randomHex } from '@berth/web/lib/random-hex.ts';
import type { Bridge } from '../bridge/bridge.ts';

/** Keeps a code published for as long as it runs. */
export interface Codes {
  /** Whether this code was shown here and is still good; it is used up by asking. */
  readonly take: (code: string) => boolean;
  /** Shows another code: this one was used. */
  readonly renew: () => void;
  /** Shows another code, and takes none that was shown before. */
  readonly replace: () => void;
  readonly stop: () => void;
}

/** A code that was begun to be typed is still good when the next one is shown. */
const SHOWN_MS = ONE_TIME_CODE_MS / 2;

/**
 * @param meeting where the code leads: the machine's peer, at which of the signaling servers.
 * @param show told of every new code, and of null while there is none because the cloud does not answer.
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
    timer = setTimeout(() => void publish(), next);
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
