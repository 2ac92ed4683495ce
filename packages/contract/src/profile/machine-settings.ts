import Type from 'typebox';
import type { Deployment } from '../limits.ts';
import { item, section } from './schema.ts';
import { MachineSip } from './sip.ts';
import { line, secret, webAddress } from './texts.ts';

/** Settings of one machine rather than of its profile (spec chapter 3): GET and PUT /machines/{id}/context. */

/** The room's calendar over CalDAV. Address and password are our additions: without them nothing is read. */
const CalendarIntegration = section({
  url: Type.Optional(webAddress()),
  username: line(256, { default: '' }),
  password: Type.Optional(secret(256, { sentTo: ['url'] })),
});

/** The same two forms for both deployments that have a phone and a room calendar. */
const PhoneAndCalendar = section({ sip: MachineSip, calendar_integration: CalendarIntegration });

export const MachineContext = item({
  machine: section({ flex: PhoneAndCalendar, smartconference: PhoneAndCalendar }),
});
export type MachineContext = Type.Static<typeof MachineContext>;

/** The settings by variant; most variants have none. */
export type MachineSettings = Readonly<Partial<Record<Deployment, Type.Static<typeof PhoneAndCalendar>>>>;
