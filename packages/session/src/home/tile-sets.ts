import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { type AppScreenEntry, ownSets } from '@berth/contract/profile/own-entries';
import { useEffect, useMemo, useState } from 'react';
import { useDefinition, useSession, useSessionState } from '../state/session.ts';

type TileSets = (definition: ProfileDefinition) => AppScreenEntry[][];

const PHONE = 'thinhoc::sip-client';
const NO_TILES: AppScreenEntry[][] = [];
/** The tiles of a profile with apps. Kept once it was needed: filling in their templates is no part of the first load. */
let loaded: TileSets | undefined;

/** The App Screen's tiles by set; undefined for the moment in which the apps' part is still loading. */
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
  // A phone without an account calls nobody.
  const hasPhone = useSessionState(({ calls }) => !bridge || calls.enabled);
  return useMemo(() => (hasPhone ? sets : sets && withoutPhone(sets)), [hasPhone, sets]);
}

function withoutPhone(sets: AppScreenEntry[][]): AppScreenEntry[][] {
  return sets
    .map((entries) => entries.filter(({ app_instance }) => app_instance !== PHONE))
    .filter((entries) => entries.length > 0);
}

/** Names a tile for as long as the session shows it: what it opens, not what it is called. */
export function entryKey({ type, index, app_instance }: AppScreenEntry): string {
  return `${type}/${app_instance ?? ''}/${index}`;
}
