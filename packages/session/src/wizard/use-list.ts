import { useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';
import { connectApi } from './api.ts';
import type { Choice } from './wizard-state.ts';

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
