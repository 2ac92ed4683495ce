import type { AppScreenEntry } from '@berth/contract/profile/own-entries';
import { useEffect, useMemo, useState } from 'react';
import type { Fields } from '../definition/fields.ts';
import { hasApps, ownTileSets } from '../definition/tiles.ts';
import { useSession, useSessionState } from '../state/session.ts';

type TileSets = (definition: Fields) => AppScreenEntry[][];

const PHONE = 'thinhoc::sip-client';
/** Kept once it was needed. */
let loaded: TileSets | undefined;

/** The App Screen's tiles by set; undefined for the moment in which the apps' part is still loading. */
export function useTileSets(definition: Fields): AppScreenEntry[][] | undefined {
  const apps = hasApps(definition);
  const [appTileSets, setAppTileSets] = useState(() => loaded);
  useEffect(() => {
    if (!apps || appTileSets) return;
    void import('../definition/app-tiles.ts').then((module) => {
      loaded = module.appTileSets;
      setAppTileSets(() => module.appTileSets);
    });
  }, [apps, appTileSets]);
  const sets = useMemo(() => (apps ? appTileSets : ownTileSets)?.(definition), [apps, appTileSets, definition]);
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
