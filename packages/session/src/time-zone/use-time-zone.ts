import type { TimeZoneState } from '@berth/contract/bridge/settings';
import { type Language, likelyZoneOf } from '@berth/contract/rules/languages';
import { useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';

/** Time zones of a computer that is not set up. */
const UNSET: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'Etc/Unknown', 'GMT']);

interface Change {
  readonly current: TimeZoneState | undefined;
  readonly failed: boolean;
  /** Resolves with whether the machine's clock shows the zone. */
  readonly set: (zone: string) => Promise<boolean>;
}

/** The machine's time zone, and how its user changes it. */
export function useTimeZone(): Change {
  const { bridge } = useSession();
  const [current, setCurrent] = useState<TimeZoneState>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    bridge?.call('get_time_zone', {}).then(setCurrent, () => {});
  }, [bridge]);
  async function set(zone: string): Promise<boolean> {
    if (!bridge || zone === current?.zone) return true;
    try {
      await bridge.call('set_time_zone', { zone });
      setCurrent({ zone, fixed: false });
      setFailed(false);
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  }
  return { current, failed, set };
}

/** A new machine's zone: the computer's setting, or else a suggestion by language. */
export function likelyZone(zone: string, language: Language): string {
  return UNSET.has(zone) ? likelyZoneOf(language) : zone;
}
