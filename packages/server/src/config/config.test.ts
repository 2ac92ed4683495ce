import { describe, expect, it } from 'vitest';
import { StartError } from '../platform/start-error.ts';
import { readConfig } from './config.ts';

/** The error message for an environment. */
function complaint(env: Record<string, string>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: undefined,
      databaseUrl: undefined,
      platformAdmins: [],
      proCredits: 3,
      signaling: undefined,
      identity: undefined,
      stopDelaySeconds: 0,
      logLevel: 'warn',
      trustedProxies: [],
    });
  });

  it("reads the operator's settings and ignores empty values", () => {
    const config = readConfig({
      BERTH_PORT: '0',
      BERTH_PUBLIC_URL: 'https://berth.example/',
      BERTH_PLATFORM_ADMINS: ' Root@Example.org, ,ops@example.org',
      BERTH_PRO_CREDITS: '2',
      BERTH_CLOUD_HOSTS: 'one.example, two.example',
      BERTH_CREDIT_PRICE: '250',
      BERTH_TRUST_PROXY: '10.0.0.0/8',
      BERTH_OIDC_ISSUER: 'https://login.example/realms/x',
      BERTH_OIDC_CLIENT_ID: 'berth',
      SMTP_URL: '',
    });
    expect(config).toMatchObject({
      port: 0,
      publicUrl: 'https://berth.example',
      platformAdmins: ['root@example.org', 'ops@example.org'],
      proCredits: 2,
      cloudHosts: ['one.example', 'two.example'],
      billing: { creditPrice: 250 },
      trustedProxies: ['10.0.0.0/8'],
      identity: { issuer: 'https://login.example/realms/x', clientId: 'berth' },
      smtpUrl: undefined,
    });
  });

  it.each([
    [{ BERTH_PORT: '65536' }, 'BERTH_PORT must be a whole number from 0 to 65535.'],
    [
      { BERTH_PUBLIC_URL: 'berth.example' },
      'BERTH_PUBLIC_URL must be an address that begins with http:// or https://.',
    ],
    [{ BERTH_CLOUD_HOSTS: 'a,b,c,d' }, 'BERTH_CLOUD_HOSTS must be at most 3 entries, separated by commas.'],
    [{ BERTH_SIGNALLING: 'wss://one' }, 'BERTH_SIGNALLING must be unset; its name is BERTH_SIGNALING now'],
    [{ BERTH_SIGNALING: 'wss://one' }, 'BERTH_SIGNALING must be three addresses that begin with ws:// or wss://'],
    [{ BERTH_S3_ENDPOINT: 'https://s3.example' }, 'BERTH_S3_BUCKET must be set together with BERTH_S3_ENDPOINT.'],
    [{ BERTH_SECRET: 'short' }, 'BERTH_SECRET must be 32 random bytes in base64url.'],
    [
      { BERTH_OIDC_ISSUER: 'https://login.example' },
      'BERTH_OIDC_CLIENT_ID must be set together with BERTH_OIDC_ISSUER.',
    ],
    [
      {
        BERTH_OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0',
        BERTH_OIDC_CLIENT_ID: 'berth',
        BERTH_OIDC_TENANT: '72f988bf-86f1-41af-91ab-2d7cd011db47',
      },
      'BERTH_OIDC_TENANT must be the id of a directory, the one that BERTH_OIDC_ISSUER names.',
    ],
  ])('rejects %j and names the allowed values', (env, message) => {
    expect(complaint(env)).toContain(message);
  });

  it('never repeats a value that may be a credential', () => {
    expect(complaint({ SMTP_URL: 'hunter2', DATABASE_URL: 'hunter2', BERTH_SECRET: 'hunter2' })).not.toContain(
      'hunter2',
    );
  });
});

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
