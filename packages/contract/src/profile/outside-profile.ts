import Type from 'typebox';
import type { Deployment } from '../limits.ts';
import { MachineSip } from './communication.ts';
import { equals, needsText, rule } from './conditions.ts';
import { flag, item, section } from './schema.ts';
import { domain, line, secret, webAddress } from './texts.ts';

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

/** How an organization's people log in at its machines (spec chapter 3): GET and PUT /organizations/{id}/auth. */

const history = { 'user-history-enabled': flag(false) };

/** `tenant` is the directory's id or one of its domains. */
const AzureAd = section(
  { enabled: flag(false), tenant: Type.Optional(domain()), ...history },
  { allOf: [rule(equals('enabled', true), needsText('tenant'))] },
);

/** Where the directory is and how people are found in it: our addition, see docs/decisions. */
export const Ldap = section(
  {
    enabled: flag(false),
    url: Type.Optional(line(512, { pattern: 'directory-address' })),
    'base-dn': Type.Optional(line(512)),
    'user-attribute': line(64, { default: 'uid', pattern: 'directory-attribute' }),
    'bind-dn': line(512, { default: '' }),
    'bind-password': Type.Optional(secret(256, { sentTo: ['url'] })),
    ...history,
  },
  { allOf: [rule(equals('enabled', true), needsText('url', 'base-dn'))] },
);

/** Cannot be switched off (spec chapter 3). */
const ProductId = section({ enabled: Type.Literal(true, { default: true }), ...history });

export const OrganizationAuth = item({
  'azure-ad': AzureAd,
  ldap: Ldap,
  'product-id': ProductId,
  local: section({ enabled: flag(true) }),
});
export type OrganizationAuth = Type.Static<typeof OrganizationAuth>;
