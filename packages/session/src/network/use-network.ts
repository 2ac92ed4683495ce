import type { NetworkState } from '@berth/contract/bridge/network';
import { ONLINE_STATUS_POLL_MS } from '@berth/contract/limits';
import { useCallback, useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';

/** The machine's network, polled as often as its online status; undefined where it cannot be configured. */
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
