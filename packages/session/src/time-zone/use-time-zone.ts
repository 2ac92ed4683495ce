import type { TimeZoneState } from '@berth/contract/bridge/time-zone';
import type { Language } from '@berth/web/i18n/locales.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../state/session.ts';

/** What a computer shows that nobody has set up. */
const UNSET: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC', 'Etc/Unknown', 'GMT']);

/** Where most of those live who choose a language on a new machine. */
const LIKELY: Readonly<Record<Language, string>> = {
  deu: 'Europe/Berlin',
  eng: 'Europe/London',
  gsw: 'Europe/Zurich',
  rus: 'Europe/Moscow',
};

interface Change {
  readonly current: TimeZoneState | undefined;
  readonly failed: boolean;
  /** Whether the machine's clock shows it then. */
  readonly set: (zone: string) => Promise<boolean>;
}

/** The machine's time zone, and how a person at it changes it. */
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

/** A new machine's zone: what its computer was set to, or else what its language suggests. */
export function likelyZone(zone: string, language: Language): string {
  return UNSET.has(zone) ? LIKELY[language] : zone;
}
