import type { RuleExample } from './rule-table.ts';

/** Spec chapter 5, the rules for settings outside a profile. */
export const AUTH_RULES: readonly RuleExample[] = [
  {
    rule: 'Azure needs a tenant when it is enabled',
    at: '/azure-ad',
    valid: [
      { enabled: true, tenant: 'contoso.onmicrosoft.com' },
      { enabled: true, tenant: '00000000-0000-0000-0000-000000000001' },
      { enabled: false },
    ],
    invalid: [
      { value: { enabled: true }, faults: ['/tenant required'] },
      { value: { enabled: true, tenant: 'a/../b' }, faults: ['/tenant pattern'] },
    ],
  },
  ...['azure-ad', 'ldap', 'product-id'].map((strategy) => ({
    rule: `${strategy} has a user-history toggle`,
    at: `/${strategy}/user-history-enabled`,
    valid: [true, false],
    invalid: [{ value: 'yes', faults: [' type'] }],
  })),
  {
    rule: 'the product-ID strategy is always on',
    at: '/product-id/enabled',
    valid: [true],
    invalid: [{ value: false, faults: [' const'] }],
  },
  {
    rule: 'LDAP needs to know its directory when it is enabled (ours)',
    at: '/ldap',
    valid: [{ enabled: true, url: 'ldaps://ldap.example', 'base-dn': 'dc=example' }],
    invalid: [
      { value: { enabled: true }, faults: ['/url required', '/base-dn required'] },
      { value: { url: 'https://ldap.example' }, faults: ['/url pattern'] },
    ],
  },
];

export const MACHINE_RULES: readonly RuleExample[] = ['flex', 'smartconference'].map((deployment) => ({
  rule: `SIP user, password, and gateway of a ${deployment} machine are required when SIP is enabled`,
  at: `/machine/${deployment}/sip`,
  valid: [{ enabled: true, user: '100', auth_pass: 'x', gateway: 'sip.example' }, { enabled: false, gateway: '' }, {}],
  invalid: [
    { value: { enabled: true }, faults: ['/user required', '/auth_pass required', '/gateway required'] },
    { value: { enabled: true, user: '100', auth_pass: '', gateway: 'sip.example' }, faults: ['/auth_pass minLength'] },
    { value: { enabled: true, user: '100', auth_pass: 'x', gateway: '' }, faults: ['/gateway minLength'] },
  ],
}));

export const ORGANIZATION_NAME_RULES: readonly RuleExample[] = [
  {
    rule: 'organization names have 3 to 128 of the characters the spec lists',
    at: '',
    valid: ['ABC', 'x'.repeat(128), 'A1,.!@#$%^&*()_-+=<>|{}/', 'Grüße 7'],
    invalid: [
      { value: 'ab', faults: [' minLength'] },
      { value: 'x'.repeat(129), faults: [' maxLength'] },
      { value: 'a"b"c', faults: [' pattern'] },
      { value: 'a;b;c', faults: [' pattern'] },
      { value: '\u3164\u115f\uffa0', faults: [' pattern'] },
    ],
  },
];

export const EMAIL_RULES: readonly RuleExample[] = [
  {
    rule: 'a login e-mail has the form of an address',
    at: '',
    valid: ['anna@example.org', 'anna+berth@mail.example.org'],
    invalid: ['anna', 'anna@example', '@example.org', 'anna@ex ample.org'].map((value) => ({
      value,
      faults: [' pattern'],
    })),
  },
];

export const PASSWORD_RULES: readonly RuleExample[] = [
  {
    rule: 'a password has 8 characters with lower and upper case, number and special character',
    at: '',
    valid: [...'!@#$%^&*'].map((special) => `Kra7ich${special}`),
    invalid: [
      { value: 'Abcde1!', faults: [' minLength'] },
      { value: 'ABCDEF1!', faults: [' pattern'] },
      { value: 'abcdef1!', faults: [' pattern'] },
      { value: 'Abcdefg!', faults: [' pattern'] },
      { value: 'Abcdefg1', faults: [' pattern'] },
      ...[...'?.-_+ß'].map((other) => ({ value: `Abcdef1${other}`, faults: [' pattern'] })),
    ],
  },
];
