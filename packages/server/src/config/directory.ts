import type { DirectorySettings } from '../features/identity/directory/ldap.ts';
import type { Variables } from './variables.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Reads BERTH_LDAP_*; undefined if not set. */
export function readDirectory(variables: Variables): DirectorySettings | undefined {
  const { text } = variables;
  const url = variables.url('BERTH_LDAP_URL', ['ldaps:', 'ldap:']);
  if (!url) return undefined;
  const base = text('BERTH_LDAP_BASE');
  if (!base) variables.fault('BERTH_LDAP_BASE', 'set together with BERTH_LDAP_URL, such as dc=example,dc=org');
  const startTls = variables.flag('BERTH_LDAP_START_TLS');
  if (url.protocol === 'ldap:' && !startTls && !LOOPBACK.has(url.hostname)) {
    variables.fault('BERTH_LDAP_URL', 'an ldaps:// address, or BERTH_LDAP_START_TLS true: passwords go over it');
  }
  const filter = text('BERTH_LDAP_FILTER') ?? '(mail={email})';
  if (!filter.includes('{email}')) variables.fault('BERTH_LDAP_FILTER', 'a filter with {email} in it');
  const dn = text('BERTH_LDAP_BIND_DN');
  const password = text('BERTH_LDAP_BIND_PASSWORD');
  if ((dn === undefined) !== (password === undefined)) {
    variables.fault('BERTH_LDAP_BIND_PASSWORD', 'set together with BERTH_LDAP_BIND_DN');
  }
  return {
    url: url.href.replace(/\/+$/, ''),
    startTls,
    base: base ?? '',
    filter,
    idAttribute: text('BERTH_LDAP_ID') ?? 'entryUUID',
    reader: dn !== undefined && password !== undefined ? { dn, password } : undefined,
  };
}
