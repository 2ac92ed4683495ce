import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../api/all.ts';
import { valueAt } from '../testing/rule-table.ts';
import { ProfileDefinition } from './definition.ts';
import { isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { MachineContext, OrganizationAuth } from './outside-profile.ts';
import { pointerKeys } from './pointer.ts';
import { mapSecrets, mask, SECRET_MASK, SENT_TO, secretPointers, unmask, unresolvedMasks } from './secrets.ts';

const account = (user: string, auth_pass: string) => ({ user, auth_pass, display_name: '', gateway: '' });
const withAccounts = (...accounts: object[]) => ({ thinhoc: { sip: { enabled: true, accounts } } });
const accounts = '/thinhoc/sip/accounts';

const stored = {
  system: { network: { wifi: { client: { ssid: 'office', password: 'correct horse' }, hotspot: { password: '' } } } },
  ...withAccounts(account('100', 'pass-100'), account('200', 'pass-200')),
};

describe('secrets of a definition', () => {
  it('are the non-empty Wi-Fi, phone and tunnel passwords', () => {
    expect(secretPointers(ProfileDefinition, stored)).toEqual([
      '/system/network/wifi/client/password',
      `${accounts}/0/auth_pass`,
      `${accounts}/1/auth_pass`,
    ]);
    const vpn = { system: { network: { vpn: { openvpn: { config: 'key', password: 'x' } } } } };
    expect(secretPointers(ProfileDefinition, vpn)).toEqual([
      '/system/network/vpn/openvpn/config',
      '/system/network/vpn/openvpn/password',
    ]);
  });

  it('are masked everywhere, and nothing else is changed', () => {
    const shown = mask(ProfileDefinition, stored);
    expect(JSON.stringify(shown)).not.toMatch(/correct horse|pass-/);
    expect(valueAt(shown, '/system/network/wifi/client')).toEqual({ ssid: 'office', password: SECRET_MASK });
    expect(valueAt(shown, '/system/network/wifi/hotspot/password')).toBe('');
  });

  it('can be replaced one by one, with their pointers', () => {
    const sealed = mapSecrets(ProfileDefinition, stored, (secret, pointer) => `${pointer}=${secret}`);
    expect(valueAt(sealed, `${accounts}/1/auth_pass`)).toBe(`${accounts}/1/auth_pass=pass-200`);
  });
});

describe('a change with masks', () => {
  const passwords = (next: unknown) =>
    (valueAt(unmask(ProfileDefinition, stored, next), accounts) as { auth_pass: string }[]).map(
      (each) => each.auth_pass,
    );

  it('keeps every secret when the shown definition is sent back', () => {
    expect(unmask(ProfileDefinition, stored, mask(ProfileDefinition, stored))).toEqual(stored);
  });

  it('keeps secrets with reordered fields', () => {
    expect(passwords(withAccounts({ auth_pass: SECRET_MASK, gateway: '', display_name: '', user: '100' }))).toEqual([
      'pass-100',
    ]);
  });

  it('stores new secrets', () => {
    expect(passwords(withAccounts(account('100', 'new'), account('200', SECRET_MASK)))).toEqual(['new', 'pass-200']);
  });

  it('assigns no account the password of a removed or moved one', () => {
    expect(passwords(withAccounts(account('200', SECRET_MASK)))).toEqual(['pass-200']);
    expect(passwords(withAccounts(account('200', SECRET_MASK), account('100', SECRET_MASK)))).toEqual([
      'pass-200',
      'pass-100',
    ]);
  });

  it('keeps the password of an account whose other fields changed', () => {
    const edited = { ...account('200', SECRET_MASK), display_name: 'Reception' };
    expect(passwords(withAccounts(edited))).toEqual(['pass-200']);
    expect(passwords(withAccounts(account('100', SECRET_MASK), edited))).toEqual(['pass-100', 'pass-200']);
  });

  it('drops a password that would be sent to another phone server', () => {
    const moved = { ...account('100', SECRET_MASK), gateway: 'evil.example' };
    expect(passwords(withAccounts(moved))).toEqual([SECRET_MASK]);
    const elsewhere = {
      thinhoc: { sip: { ...withAccounts(account('100', SECRET_MASK)).thinhoc.sip, gateway: 'evil' } },
    };
    expect(passwords(elsewhere)).toEqual([SECRET_MASK]);
    expect(passwords({ thinhoc: { sip: { ...elsewhere.thinhoc.sip, accounts: [account('100', 'known')] } } })).toEqual([
      'known',
    ]);
  });

  it('reports a mask without a stored secret', () => {
    const next = { system: { network: { wifi: { hotspot: { password: SECRET_MASK } } } } };
    const kept = unmask(ProfileDefinition, {}, next);
    expect(unresolvedMasks(ProfileDefinition, kept)).toEqual(['/system/network/wifi/hotspot/password']);
    expect(unresolvedMasks(ProfileDefinition, stored)).toEqual([]);
  });
});

/** Every schema whose documents users send back with masks. */
const DOCUMENTS = { ProfileDefinition, MachineContext, OrganizationAuth };
/** Secrets without a destination field: OpenVPN's file names its own servers; a PIN and a hotspot's password stay local. */
const FIXED = [
  '/system/auth/settings_access/pin',
  '/system/network/vpn/openvpn/config',
  '/system/network/wifi/hotspot/password',
];

interface DeclaredSecret {
  readonly pointer: string;
  readonly sentTo: unknown;
}

/** All secrets of a schema by pointer, in lists of the first entry. */
function declaredSecrets(schema: SchemaNode, pointer = ''): DeclaredSecret[] {
  if (schema.writeOnly === true) return [{ pointer, sentTo: schema[SENT_TO] }];
  const { properties = {}, items, additionalProperties } = schema;
  const inner = [...Object.entries(Object(properties)), ['0', items], ['key', additionalProperties]] as const;
  return inner.flatMap(([key, node]) => (isObject(node) ? declaredSecrets(node, `${pointer}/${key}`) : []));
}

function document(texts: Readonly<Record<string, string>>): unknown {
  const root: Record<string, unknown> = {};
  for (const [pointer, text] of Object.entries(texts)) {
    const keys = pointerKeys(pointer);
    keys.reduce<Record<string, unknown>>((at, key, index) => {
      const next = index === keys.length - 1 ? text : keys[index + 1] === '0' ? [] : {};
      at[key] ??= next;
      return at[key] as Record<string, unknown>;
    }, root);
  }
  return root;
}

const all = Object.entries(DOCUMENTS).flatMap(([name, schema]) =>
  declaredSecrets(nodeOf(schema)).map((each) => ({ ...each, name, schema })),
);

describe('every secret that users send back as a mask', () => {
  it('is found', () => {
    expect(all.length).toBeGreaterThanOrEqual(9);
  });

  it.each(all)('$name $pointer declares its destination', ({ schema, pointer, sentTo }) => {
    if (sentTo === 'fixed') return expect(FIXED).toContain(pointer);
    expect(sentTo).toEqual(expect.arrayContaining([expect.any(String)]));
    for (const path of sentTo as string[]) {
      const keys = [...pointerKeys(pointer).slice(0, -path.split('/').length), path.split('/').at(-1) ?? ''];
      const kept = { [pointer]: 'hush hush', [`/${keys.join('/')}`]: 'old.example' };
      const masked = { ...kept, [pointer]: SECRET_MASK };
      expect(unmask(schema, document(kept), document(masked))).toEqual(document(kept));
      const moved = document({ ...masked, [`/${keys.join('/')}`]: 'evil.example' });
      expect(unresolvedMasks(schema, unmask(schema, document(kept), moved))).toEqual([pointer]);
      const unnamed = document({ [pointer]: SECRET_MASK });
      expect(unresolvedMasks(schema, unmask(schema, document(kept), unnamed))).toEqual([pointer]);
    }
  });

  it('is part of no other request body', () => {
    const loose = ENDPOINTS.filter(({ body }) => declaredSecrets(nodeOf(body)).length > 0).map(({ id }) => id);
    expect(loose).toEqual([]);
  });
});
