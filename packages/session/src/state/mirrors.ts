import { useSession, useSessionState } from './session.ts';

/** Whether this machine accepts guests: with the app, and if the profile enables it, by browser or by AirPlay. */
export function useMirrors(): boolean {
  const { bridge } = useSession();
  return useSessionState(({ profile, config }) => {
    if (!bridge || !profile || !config?.organization_id) return false;
    const { apps, mirror } = profile.definition.thinhoc;
    const { native, airplay } = mirror.enabled_features;
    return apps.enabled.includes('thinhoc::mirroring') && (native || airplay);
  });
}
