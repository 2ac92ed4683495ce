import { describe, expect, it } from 'vitest';
import { valueAt } from '../testing/rule-table.ts';
import { ProfileDefinition } from './definition.ts';
import { mapSecrets, mask, SECRET_MASK, secretPointers, unmask, unresolvedMasks } from './secrets.ts';

const account = (user: string, auth_pass: string) => ({ user, auth_pass, display_name: '', gateway: '' });
const withAccounts = (...accounts: object[]) => ({ thinhoc: { sip: { enabled: true, accounts } } });
const accounts = '/thinhoc/sip/accounts';

const stored = {
  system: { network: { wifi: { client: { ssid: 'office', password: 'correct horse' }, hotspot: { password: '' } } } },
  ...withAccounts(account('100', 'pass-100'), account('200', 'pass-200')),
};

describe('secrets of a definition', () => {
  it('are the Wi-Fi, phone and tunnel passwords that have a value', () => {
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

  it('are nowhere in what is shown, and nothing else is changed', () => {
    const shown = mask(ProfileDefinition, stored);
    expect(JSON.stringify(shown)).not.toMatch(/correct horse|pass-/);
    expect(valueAt(shown, '/system/network/wifi/client')).toEqual({ ssid: 'office', password: SECRET_MASK });
    expect(valueAt(shown, '/system/network/wifi/hotspot/password')).toBe('');
  });

  it('can be sealed one by one with their place', () => {
    const sealed = mapSecrets(ProfileDefinition, stored, (secret, pointer) => `${pointer}=${secret}`);
    expect(valueAt(sealed, `${accounts}/1/auth_pass`)).toBe(`${accounts}/1/auth_pass=pass-200`);
  });
});

describe('a change that carries masks', () => {
  const passwords = (next: unknown) =>
    (valueAt(unmask(ProfileDefinition, stored, next), accounts) as { auth_pass: string }[]).map(
      (each) => each.auth_pass,
    );

  it('keeps every secret when it comes back as it was shown', () => {
    expect(unmask(ProfileDefinition, stored, mask(ProfileDefinition, stored))).toEqual(stored);
  });

  it('keeps secrets with reordered fields', () => {
    expect(passwords(withAccounts({ auth_pass: SECRET_MASK, gateway: '', display_name: '', user: '100' }))).toEqual([
      'pass-100',
    ]);
  });

  it('takes new secrets', () => {
    expect(passwords(withAccounts(account('100', 'new'), account('200', SECRET_MASK)))).toEqual(['new', 'pass-200']);
  });

  it('gives no account the password of a removed or moved one', () => {
    expect(passwords(withAccounts(account('200', SECRET_MASK)))).toEqual(['pass-200']);
    expect(passwords(withAccounts(account('200', SECRET_MASK), account('100', SECRET_MASK)))).toEqual([
      'pass-200',
      'pass-100',
    ]);
  });

  it('keeps the password of an account that was edited beside it', () => {
    const edited = { ...account('200', SECRET_MASK), display_name: 'Reception' };
    expect(passwords(withAccounts(edited))).toEqual(['pass-200']);
    expect(passwords(withAccounts(account('100', SECRET_MASK), edited))).toEqual(['pass-100', 'pass-200']);
  });

  it('is found out when a mask stands for nothing', () => {
    const next = { system: { network: { wifi: { hotspot: { password: SECRET_MASK } } } } };
    const kept = unmask(ProfileDefinition, {}, next);
    expect(unresolvedMasks(ProfileDefinition, kept)).toEqual(['/system/network/wifi/hotspot/password']);
    expect(unresolvedMasks(ProfileDefinition, stored)).toEqual([]);
  });
});
