import { setApiBase } from '@berth/web/data/api-base.ts';
import { useEffect, useState } from 'react';
import type { Bridge } from '../bridge/bridge.ts';
import { useSession } from '../state/session.ts';
import type { Choice } from './wizard-state.ts';

/** The machine has no cloud yet: its server URL is not set. */
export class NoServerError extends Error {
  override readonly name = 'NoServerError';
}

/** Sends API calls to the machine's cloud. */
export async function connectApi(bridge: Bridge): Promise<void> {
  const base = await bridge.call('get_api_base', {});
  if (base === null) throw new NoServerError('no API base');
  setApiBase(base);
}

interface LoadedList {
  /** Undefined while it is loading. */
  readonly list: readonly Choice[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Loads a list from the cloud. */
export function useList(load: () => Promise<Choice[]>): LoadedList {
  const { bridge } = useSession();
  const [list, setList] = useState<readonly Choice[]>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!bridge || failed) return;
    let current = true;
    connectApi(bridge)
      .then(load)
      .then(
        (loaded) => current && setList(loaded),
        () => current && setFailed(true),
      );
    return () => {
      current = false;
    };
  }, [bridge, failed, load]);
  return { list, failed, retry: () => setFailed(false) };
}
