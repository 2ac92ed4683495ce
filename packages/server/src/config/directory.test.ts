import { describe, expect, it } from 'vitest';
import { StartError } from '../platform/start-error.ts';
import { readConfig } from './config.ts';

const sound = { BERTH_LDAP_URL: 'ldaps://directory.example', BERTH_LDAP_BASE: 'dc=example,dc=org' };

describe('the settings of a directory', () => {
  it('are none by default', () => {
    expect(readConfig({}).directory).toBeUndefined();
  });

  it('have defaults that suit OpenLDAP', () => {
    expect(readConfig(sound).directory).toEqual({
      url: 'ldaps://directory.example',
      startTls: false,
      base: 'dc=example,dc=org',
      filter: '(mail={email})',
      idAttribute: 'entryUUID',
      reader: undefined,
    });
  });

  it.each([
    ['passwords in the clear', { BERTH_LDAP_URL: 'ldap://directory.example' }, 'BERTH_LDAP_START_TLS'],
    ['no base', { BERTH_LDAP_BASE: '' }, 'BERTH_LDAP_BASE'],
    ['a filter for everybody', { BERTH_LDAP_FILTER: '(objectClass=*)' }, 'BERTH_LDAP_FILTER'],
    ['half a login', { BERTH_LDAP_BIND_DN: 'cn=reader' }, 'BERTH_LDAP_BIND_PASSWORD'],
  ])('refuse %s', (_, wrong, named) => {
    expect(() => readConfig({ ...sound, ...wrong })).toThrow(StartError);
    expect(() => readConfig({ ...sound, ...wrong })).toThrow(named);
  });

  it.each([
    { BERTH_LDAP_URL: 'ldap://directory.example', BERTH_LDAP_START_TLS: 'true' },
    { BERTH_LDAP_URL: 'ldap://localhost:3389' },
  ])('allow %j', (settings) => {
    expect(readConfig({ ...sound, ...settings }).directory?.url).toBe(settings.BERTH_LDAP_URL);
  });
});
