import Type from 'typebox';
import { MIRROR_AUTO_ACCEPT_MIN } from '../limits.ts';
import { equals, needsText, rule } from './conditions.ts';
import { choice, flag, item, list, section, whole } from './schema.ts';
import { type Destination, hostOrNothing, line, secret } from './texts.ts';

/**
 * Screen mirroring (spec chapter 3, thinhoc.mirror). smart accepts guests already known in this session and, for
 * `timeout` minutes after a guest was accepted, anyone; all others require a confirmation (chapter 4).
 */
export const ACCEPT_NEW_CONNECTIONS = ['always', 'never', 'smart'] as const;

export const Mirror = section({
  enabled_features: section({ native: flag(true), airplay: flag(false) }),
  /** Our addition: guests wait in a list until someone at the machine admits them, regardless of the rule below. */
  moderated: flag(false),
  accept_new_connections: choice(ACCEPT_NEW_CONNECTIONS, 'smart'),
  auto_accept_timeout: section({
    enabled: flag(true),
    timeout: whole({
      minimum: MIRROR_AUTO_ACCEPT_MIN.min,
      maximum: MIRROR_AUTO_ACCEPT_MIN.max,
      default: MIRROR_AUTO_ACCEPT_MIN.default,
    }),
  }),
});
export type Mirror = Type.Static<typeof Mirror>;

// All of an account has to fit the phone program's line (account-line.ts of the machine).
const PHONE_USER_BYTES_MAX = 256;
const PHONE_PASSWORD_BYTES_MAX = 256;

function account(sentTo: Destination) {
  return {
    user: Type.Optional(line(256, { maxBytes: PHONE_USER_BYTES_MAX, pattern: 'phone-user' })),
    display_name: line(128, { default: '' }),
    auth_pass: Type.Optional(secret(256, { sentTo, maxBytes: PHONE_PASSWORD_BYTES_MAX, pattern: 'phone-password' })),
  };
}

/** A phone account; an empty gateway means the section's. */
const SipAccount = item({ ...account(['gateway', '../../gateway']), gateway: hostOrNothing() });

/** Phone calls (spec chapter 3, thinhoc.sip). User and password are required once it is enabled (chapter 5). */
export const Sip = section(
  { enabled: flag(false), gateway: hostOrNothing(), accounts: list(SipAccount, { maxItems: 16 }) },
  {
    allOf: [
      rule(equals('enabled', true), {
        type: 'object',
        properties: { accounts: { type: 'array', items: needsText('user', 'auth_pass') } },
      }),
    ],
  },
);

/**
 * The one account of a flex or smartconference machine (spec chapter 3, machine-specific). It names its own gateway:
 * with the profile's, whoever changes the profile would be sent the machine's password.
 */
export const MachineSip = section(
  { enabled: flag(false), ...account(['gateway']), gateway: Type.Optional(hostOrNothing({})) },
  { allOf: [rule(equals('enabled', true), needsText('user', 'auth_pass', 'gateway'))] },
);
