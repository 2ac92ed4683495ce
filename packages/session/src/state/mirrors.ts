import { fieldsAt, flagOf } from '../definition/fields.ts';
import { useSession, useSessionState } from './session.ts';

/** Whether this machine takes guests: with the app, and where the profile wants it, by browser or by AirPlay. */
export function useMirrors(): boolean {
  const { bridge } = useSession();
  return useSessionState(({ profile, config }) => {
    const thinhoc = fieldsAt(profile?.definition, 'thinhoc');
    const apps = fieldsAt(thinhoc, 'apps').enabled;
    const isApp = Array.isArray(apps) && apps.includes('thinhoc::mirroring');
    const features = fieldsAt(thinhoc, 'mirror', 'enabled_features');
    const isOn = flagOf(features, 'native', true) || flagOf(features, 'airplay', false);
    return bridge !== undefined && isApp && isOn && Boolean(config?.organization_id);
  });
}
