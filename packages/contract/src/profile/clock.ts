import Type from 'typebox';
import { TIME_ZONE_MAX } from '../limits.ts';
import { section } from './schema.ts';
import { line } from './texts.ts';

/**
 * Our addition, system.clock: the clock of every machine of the profile. Without a time zone each keeps its own, which was
 * chosen at the machine. Which names there are the time zone data says (rules/time-zones.ts), not the schema: they change.
 */
export const Clock = section({ time_zone: Type.Optional(line(TIME_ZONE_MAX, { pattern: 'time-zone' })) });
