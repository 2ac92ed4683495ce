import Type from 'typebox';
import { equals, needsText, rule } from './conditions.ts';
import { flag, item, section } from './schema.ts';
import { domain, line, secret } from './texts.ts';

/** How an organization's people log in at its machines (spec chapter 3): GET and PUT /organizations/{id}/auth. */

const history = { 'user-history-enabled': flag(false) };

/** `tenant` is the directory's id or one of its domains. */
export const AzureAd = section(
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
export const ProductId = section({ enabled: Type.Literal(true, { default: true }), ...history });

export const OrganizationAuth = item({
  'azure-ad': AzureAd,
  ldap: Ldap,
  'product-id': ProductId,
  local: section({ enabled: flag(true) }),
});
export type OrganizationAuth = Type.Static<typeof OrganizationAuth>;
