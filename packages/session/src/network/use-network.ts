import type { NetworkState } from '@berth/contract/bridge/network';
import { ONLINE_STATUS_POLL_MS } from '@berth/contract/limits';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';

/** The machine's network, polled as often as its online status; undefined if it cannot be configured. */
export function useNetwork(): { network: NetworkState | undefined; reload: () => Promise<void> } {
  const { bridge } = useSession();
  const [network, setNetwork] = useState<NetworkState>();
  const reload = useCallback(async () => {
    const state = await bridge?.call('get_network', {}).catch(() => undefined);
    setNetwork(state?.managed ? state : undefined);
  }, [bridge]);
  useEffect(() => {
    void reload();
    const timer = setInterval(() => void reload(), ONLINE_STATUS_POLL_MS);
    return () => clearInterval(timer);
  }, [reload]);
  return { network, reload };
}

interface Change {
  readonly working: boolean;
  readonly failed: boolean;
  /** Runs a change; `onDone` only follows a success. */
  readonly run: (change: () => Promise<unknown>, onDone: () => void) => Promise<void>;
}

/** One network change at a time, and whether the last one failed. */
export function useChange(): Change {
  const [state, setState] = useState<'idle' | 'working' | 'failed'>('idle');
  return {
    working: state === 'working',
    failed: state === 'failed',
    async run(change, onDone) {
      setState('working');
      try {
        await change();
        setState('idle');
        onDone();
      } catch {
        setState('failed');
      }
    },
  };
}
