import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';
import { TIME_ZONE_MAX } from '../limits.ts';
import { PATTERNS } from '../profile/patterns.ts';

/** IANA name of a time zone. */
const Zone = Type.String({ maxLength: TIME_ZONE_MAX, pattern: PATTERNS['time-zone'] });

export const TimeZoneState = closed({
  zone: Type.String(),
  /** The profile says it: nobody changes it at the machine. */
  fixed: Type.Boolean(),
});
export type TimeZoneState = Type.Static<typeof TimeZoneState>;

/** What the machine's clock shows (profile, system.clock.time_zone, or whoever set the machine up). */
export const TIME_ZONE_METHODS = {
  get_time_zone: { input: Nothing, output: TimeZoneState },
  /** `forbidden` while the settings are closed or the profile says the zone, `invalid-input` for no zone. */
  set_time_zone: { input: closed({ zone: Zone }), output: Empty },
} as const;
