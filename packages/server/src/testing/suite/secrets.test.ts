import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTotp } from '@berth/contract/api/account';
import { createApiKey } from '@berth/contract/api/api-keys';
import { createBilling, setUpPayment } from '@berth/contract/api/billing';
import { requestDebugFile } from '@berth/contract/api/debug-files';
import { createEnrollmentCode, enrollMachine } from '@berth/contract/api/enrollment';
import { challengeMachine, listOrganizationMachines, registerMachine } from '@berth/contract/api/machines';
import { changeAuth } from '@berth/contract/api/organization-settings';
import { createOrganization } from '@berth/contract/api/organizations';
import { createProfile } from '@berth/contract/api/profiles';
import { createWebhook, pingWebhook } from '@berth/contract/api/webhooks';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Browser } from '../../features/identity/testing/browser.ts';
import { redirectOf } from '../../features/identity/testing/people.ts';
import { RelyingParty, type Tokens } from '../../features/identity/testing/relying-party.ts';
import { callEndpoint, send } from '../client.ts';
import { DETAILS } from '../commerce.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createMachine, type TestMachine } from '../machine.ts';
import { type MailServer, startMailServer } from '../mail-server.ts';
import { runServer, type ServerProcess } from '../process.ts';
import { startS3 } from '../s3.ts';
import { STRIPE_SECRETS, type StripeStub, startStripeStub } from '../stripe.ts';

// The server runs as in production with maximum logging, while people and machines handle every secret. The systems it
// connects to fail now and then, because failures log the most.

const EMAIL = 'ada@example.org';
const secret = (name: string) => `${name}-${randomBytes(12).toString('hex')}`;

const configured = {
  smtp: secret('smtp'),
  directory: secret('directory'),
  stripe: `sk_test_${randomBytes(12).toString('hex')}`,
  stripeWebhook: STRIPE_SECRETS.webhookSecret,
  turn: secret('turn'),
  metrics: secret('metrics'),
};

let database: TestDatabase;
let folder: string;
let mails: MailServer;
let stripe: StripeStub;
let s3: Awaited<ReturnType<typeof startS3>>;
let server: ServerProcess;
let url: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'berth-secrets-'));
  mails = await startMailServer();
  stripe = await startStripeStub();
  s3 = await startS3();
  const { endpoint, bucket, region, accessKey, secretKey } = s3.settings;
  server = runServer({
    env: {
      DATABASE_URL: database.url,
      BERTH_SECRET: database.secret.toString('base64url'),
      BERTH_DATA: folder,
      BERTH_LOG: 'trace',
      BERTH_DEMO: 'off',
      BERTH_DEFAULT_TIER: 'pro',
      SMTP_URL: `smtp://berth:${configured.smtp}@127.0.0.1:${mails.port}`,
      // Nothing listens there.
      BERTH_LDAP_URL: 'ldap://127.0.0.1:1',
      BERTH_LDAP_BASE: 'dc=example,dc=org',
      BERTH_LDAP_BIND_DN: 'cn=reader,dc=example,dc=org',
      BERTH_LDAP_BIND_PASSWORD: configured.directory,
      BERTH_STRIPE_KEY: configured.stripe,
      BERTH_STRIPE_WEBHOOK_SECRET: configured.stripeWebhook,
      BERTH_STRIPE_API: stripe.api.href,
      BERTH_S3_ENDPOINT: endpoint.href,
      BERTH_S3_BUCKET: bucket,
      BERTH_S3_REGION: region,
      BERTH_S3_ACCESS_KEY: accessKey,
      BERTH_S3_SECRET_KEY: secretKey,
      BERTH_TURN_SECRET: configured.turn,
      BERTH_METRICS_TOKEN: configured.metrics,
    },
  });
  url = await server.ready;
});
afterAll(async () => {
  server?.kill('SIGKILL');
  await server?.ended;
  await mails?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('no secret of people, machines, profiles, or the configuration is logged', async () => {
  const seen = new Map<string, string>(Object.entries(configured));
  seen.set('server key', database.secret.toString('base64url'));
  seen.set('database password', decodeURIComponent(new URL(database.url).password));
  seen.set('s3', s3.settings.secretKey);

  const tokens = await comeAndGo(seen);
  const token = tokens.access_token;
  const call = { token };
  const created = await callEndpoint(url, createOrganization, { ...call, body: { name: 'Company' } });
  const { id } = created.reply.data;

  const wifi = keep(seen, 'wifi password');
  const phone = keep(seen, 'phone password');
  const definition = {
    system: { network: { wifi: { mode: 'client', client: { ssid: 'Lobby', password: wifi } } } },
    thinhoc: { sip: { enabled: true, gateway: 'pbx.test', accounts: [{ user: 'desk', auth_pass: phone }] } },
  };
  const profile = await callEndpoint(url, createProfile, {
    ...call,
    body: { name: 'Desk', organizationId: id, definition },
  });
  expect(profile.status).toBe(201);

  const history = { 'user-history-enabled': false };
  const logins = {
    'azure-ad': { enabled: false, ...history },
    'product-id': { enabled: true as const, ...history },
    local: { enabled: true },
    ldap: {
      enabled: true,
      'user-attribute': 'uid',
      ...history,
      url: 'ldaps://ldap.test',
      'base-dn': 'dc=test',
      'bind-dn': 'cn=reader',
      'bind-password': keep(seen, 'organization’s directory password'),
    },
  };
  const auth = await callEndpoint(url, changeAuth, { ...call, params: { id }, body: logins });
  expect(auth.status).toBe(200);

  const key = await callEndpoint(url, createApiKey, {
    ...call,
    params: { id },
    body: { name: 'Key', scopes: ['machine.read'], expiresAt: null },
  });
  seen.set('api key', key.reply.key);
  expect(
    (await callEndpoint(url, listOrganizationMachines, { token: key.reply.key, params: { orgId: id } })).status,
  ).toBe(200);

  const webhook = await callEndpoint(url, createWebhook, {
    ...call,
    params: { id },
    body: { url: 'https://hooks.invalid/', events: ['*'] },
  });
  seen.set('webhook secret', webhook.reply.secret);
  await callEndpoint(url, pingWebhook, { ...call, params: { id, webhookId: webhook.reply.webhook.id } });

  await useMachines(seen, { token, organizationId: id, profileId: profile.reply.id });

  // With Stripe available, and unavailable.
  await callEndpoint(url, createBilling, { ...call, params: { id }, body: DETAILS });
  expect((await callEndpoint(url, setUpPayment, { ...call, params: { id } })).status).toBe(200);
  await stripe.close();
  expect((await callEndpoint(url, setUpPayment, { ...call, params: { id } })).status).toBeGreaterThanOrEqual(500);
  const headers = { authorization: `Bearer ${configured.metrics}` };
  expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);

  server.kill('SIGTERM');
  const { out, complaint } = await server.ended;
  const log = `${out}\n${complaint}`;
  // Proves that failures were logged.
  for (const failure of [
    'A mail could not be sent',
    'The directory could not be queried',
    'A dependency of this call is unavailable',
    'our connection to Stripe',
  ]) {
    expect(log).toContain(failure);
  }
  expect(seen.size).toBeGreaterThan(20);
  const forms = (value: string) => [value, encodeURIComponent(value), Buffer.from(value).toString('base64')];
  expect(
    [...seen].filter(([, value]) => forms(value).some((form) => log.includes(form))).map(([name]) => name),
  ).toEqual([]);
});

function keep(seen: Map<string, string>, name: string): string {
  const value = secret('kept');
  seen.set(name, value);
  return value;
}

/** Signs up, forgets the password, mistypes it, renews the session, and sets up a second factor. */
async function comeAndGo(seen: Map<string, string>): Promise<Tokens> {
  const password = `Garten-7!${randomBytes(6).toString('hex')}`;
  const wrong = `Falsch-7!${randomBytes(6).toString('hex')}`;
  seen.set('password', password).set('mistyped password', wrong);
  const config = (await (await fetch(`${url}/config.json`)).json()) as {
    identity: { authority: string; clientId: string; scope: string };
  };
  const { authority, clientId, scope } = config.identity;
  const party = await RelyingParty.discover(authority, { clientId, scope, redirectUri: `${url}/access_token` });
  const browser = new Browser();
  const attempt = await party.begin();
  const uid = await party.openLoginPage(browser, attempt);
  seen.set('interaction', uid);
  const at = `${url}/identity/interactions/${uid}`;
  await browser.post(`${at}/login`, { email: EMAIL, password: wrong });
  await browser.post(`${at}/sign-up`, { email: EMAIL, password, termsAccepted: true });
  const code = await mails.found(/^(\d{6})\r?$/m);
  await browser.post(`${at}/verify-email`, { email: EMAIL, code: code === '000000' ? '111111' : '000000' });
  const verified = await browser.post(`${at}/verify-email`, { email: EMAIL, code });
  const callback = await party.returnTo(browser, redirectOf(verified));
  seen.set('authorization code', new URLSearchParams(callback.hash.slice(1)).get('code') ?? '');
  const tokens = await attempt.finish(callback);
  seen.set('access token', tokens.access_token).set('id token', tokens.id_token ?? '');
  seen.set('refresh token', tokens.refresh_token ?? '');
  for (const { name, value } of browser.cookies) if (value !== '') seen.set(`cookie ${name}`, value);
  const renewed = await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? '');
  seen.set('renewed token', renewed.access_token);

  await browser.post(`${url}/identity/forgot-password`, { email: EMAIL });
  seen.set('reset token', await mails.found(/reset=([\w-]{20,})/));
  mails.refuses = true;
  await browser.post(`${url}/identity/forgot-password`, { email: EMAIL });
  await mails.refused;
  const totp = await callEndpoint(url, startTotp, { token: renewed.access_token, body: { password } });
  seen.set('totp', totp.reply.secret);
  return renewed;
}

interface Place {
  readonly token: string;
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

/**
 * Registers one machine, enrolls another with a code, connects, and sends a debug file, with the bucket available and
 * unavailable.
 */
async function useMachines(seen: Map<string, string>, { token, organizationId, profileId }: Place): Promise<void> {
  const signed = async (machine: TestMachine, name: string) => {
    machine.audience = url;
    const { nonce } = (await callEndpoint(url, challengeMachine, { params: { id: machine.id } })).reply;
    const machineToken = await machine.token(nonce);
    seen.set(name, machineToken);
    return machineToken;
  };
  const first = createMachine();
  const registered = await callEndpoint(url, registerMachine, {
    token,
    params: { id: first.id },
    body: {
      id: first.id,
      machineToken: await signed(first, 'machine token'),
      organizationId,
      profileId,
      deployment: 'vanilla',
    },
  });
  expect(registered.status).toBe(201);

  const made = await callEndpoint(url, createEnrollmentCode, {
    token,
    params: { orgId: organizationId },
    body: { profileId, deployment: 'vanilla', uses: 1, validHours: 1 },
  });
  seen.set('enrollment code', made.reply.code);
  const second = createMachine();
  const enrolled = await callEndpoint(url, enrollMachine, {
    params: { id: second.id },
    body: { machineToken: await signed(second, 'enrolled machine token'), code: made.reply.code },
  });
  expect(enrolled.status).toBeLessThan(300);

  const link = await first.connect(url);
  await link.next('welcome');
  for (const there of [true, false]) {
    if (!there) await s3.stop();
    await callEndpoint(url, requestDebugFile, { token, params: { id: first.id } });
    const { payload } = await link.next('command');
    seen.set(`upload token ${String(there)}`, String(payload.token));
    const form = new FormData();
    form.set('file', new Blob([randomUUID()]), 'debug.txt');
    const authorization = `Bearer ${String(payload.token)}`;
    const upload = await send(`${url}${String(payload.path)}`, {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(upload.status).toBe(there ? 201 : 503);
  }
  await link.close();
}
