import Type from 'typebox';
import { equals, needsText, rule } from './conditions.ts';
import { flag, item, list, section } from './schema.ts';
import { type Destination, hostOrNothing, line, secret } from './texts.ts';

function account(sentTo: Destination) {
  return {
    user: Type.Optional(line(256)),
    display_name: line(128, { default: '' }),
    auth_pass: Type.Optional(secret(256, { sentTo, pattern: 'phone-password' })),
    gateway: hostOrNothing(),
  };
}

/** A phone account; an empty gateway means the section's. */
export const SipAccount = item(account(['gateway', '../../gateway']));
export type SipAccount = Type.Static<typeof SipAccount>;

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

/** The one account of a flex or smartconference machine (spec chapter 3, machine-specific). */
export const MachineSip = section(
  { enabled: flag(false), ...account(['gateway']) },
  { allOf: [rule(equals('enabled', true), needsText('user', 'auth_pass'))] },
);
