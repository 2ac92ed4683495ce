import type Type from 'typebox';
import { item, section } from './schema.ts';
import { MachineSip } from './sip.ts';
import { line } from './texts.ts';

/** Settings of one machine rather than of its profile (spec chapter 3): GET and PUT /machines/{id}/context. */

const CalendarIntegration = section({ username: line(256, { default: '' }) });

/** The same two forms for both deployments that have a phone and a room calendar. */
const PhoneAndCalendar = section({ sip: MachineSip, calendar_integration: CalendarIntegration });

export const MachineContext = item({
  machine: section({ flex: PhoneAndCalendar, smartconference: PhoneAndCalendar }),
});
export type MachineContext = Type.Static<typeof MachineContext>;
