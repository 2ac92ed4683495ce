import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { type AppScreenEntry, ownSets } from '@berth/contract/profile/own-entries';
import { useEffect, useMemo, useState } from 'react';
import { useDefinition, useSession, useSessionState } from '../state/session.ts';

type TileSets = (definition: ProfileDefinition) => AppScreenEntry[][];

const PHONE = 'thinhoc::sip-client';
const NO_TILES: AppScreenEntry[][] = [];
/** The tiles of a profile with apps, cached: their templates are not part of the first load. */
let loaded: TileSets | undefined;

/** The App Screen's tiles by set; undefined while the apps' chunk is loading. */
export function useTileSets(): AppScreenEntry[][] | undefined {
  const definition = useDefinition();
  const apps = definition !== undefined && definition.thinhoc.apps.enabled.length > 0;
  const [appSets, setAppSets] = useState(() => loaded);
  useEffect(() => {
    if (!apps || appSets) return;
    void import('@berth/contract/profile/entries').then(({ appScreenSets }) => {
      loaded = appScreenSets;
      setAppSets(() => appScreenSets);
    });
  }, [apps, appSets]);
  const sets = useMemo(
    () => (definition ? (apps ? appSets : ownSets)?.(definition) : NO_TILES),
    [apps, appSets, definition],
  );
  const { bridge } = useSession();
  // A phone without an account cannot call.
  const hasPhone = useSessionState(({ calls }) => !bridge || calls.enabled);
  return useMemo(() => (hasPhone ? sets : sets && withoutPhone(sets)), [hasPhone, sets]);
}

function withoutPhone(sets: AppScreenEntry[][]): AppScreenEntry[][] {
  return sets
    .map((entries) => entries.filter(({ app_instance }) => app_instance !== PHONE))
    .filter((entries) => entries.length > 0);
}

/** A tile's stable key: what it opens, not its name. */
export function entryKey({ type, index, app_instance }: AppScreenEntry): string {
  return `${type}/${app_instance ?? ''}/${index}`;
}
