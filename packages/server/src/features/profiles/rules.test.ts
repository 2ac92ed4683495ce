import { changeSwitches } from '@berth/contract/api/organization-settings';
import { changeProfile, createProfile } from '@berth/contract/api/profiles';
import { place, type RuleExample } from '@berth/contract/testing/rule-table';
import { SESSION_RULES } from '@berth/contract/testing/rules-sessions';
import { SYSTEM_RULES } from '@berth/contract/testing/rules-system';
import { THINHOC_RULES } from '@berth/contract/testing/rules-thinhoc';
import { BUTTON_RULES, IMAGE_RULES, QR_RULES, TEXT_RULES, WIDGET_RULES } from '@berth/contract/testing/rules-widgets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenant, profileOf, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { faultPaths, testBreaches } from '../../testing/rule-breaches.ts';
import { bootServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let tenant: Tenant;
beforeAll(async () => {
  server = await bootServer();
  tenant = await createTenant(server);
  const { organizationId: id, owner } = tenant;
  // A button may run a shell command only where the organization allows it.
  await server.call(changeSwitches, { params: { id }, token: owner.token, body: { shellCommands: true } });
});
afterAll(() => server.stop());

const LAYOUT = '/thinhoc/customization/dashboard/layouts/0';

/** Wraps the rules of a widget as rules of a definition that contains it; `type` where they are about its settings. */
function inWidget(rules: readonly RuleExample[], type?: string): RuleExample[] {
  return rules.map(({ rule, at, valid, invalid }) => {
    const around = (value: unknown) => {
      const inner = place(at, value);
      const widget = type ? { type, [type]: inner } : inner;
      return { name: 'Lobby', layout: [{ id: 'a', x: 0, y: 0, w: 1, h: 1, widget }] };
    };
    const path = `/layout/0/widget${type ? `/${type}` : ''}${at}`;
    return {
      rule,
      at: LAYOUT,
      valid: valid.map(around),
      invalid: invalid.map(({ value, faults }) => ({
        value: around(value),
        faults: faults.map((fault) => path + fault),
      })),
    };
  });
}

const rules: readonly RuleExample[] = [
  ...SYSTEM_RULES,
  ...SESSION_RULES,
  ...THINHOC_RULES,
  ...inWidget(WIDGET_RULES),
  ...inWidget(BUTTON_RULES, 'button'),
  ...inWidget(QR_RULES, 'qr'),
  ...inWidget(IMAGE_RULES, 'image'),
  ...inWidget(TEXT_RULES, 'text'),
];

describe('a valid definition is saved, an invalid one rejected with the field name', () => {
  testBreaches(rules, async (definition) => {
    const { revision } = await profileOf(server, tenant);
    const { owner, profileId } = tenant;
    const sent = { params: { id: profileId }, token: owner.token, body: { definition } };
    const { status, json } = await server.call(changeProfile, sent);
    const stored = await profileOf(server, tenant);
    const saved = status === 200;
    if (!saved) expect({ status, revision: stored.revision }).toEqual({ status: 422, revision });
    return { saved, refused: faultPaths(json), stored: stored.definition };
  });
});

function change({ owner, profileId }: Tenant, definition: object) {
  const headers = { 'content-type': 'application/merge-patch+json' };
  return server.call(changeProfile, { params: { id: profileId }, token: owner.token, headers, body: { definition } });
}

describe('a time zone', () => {
  it('must exist', async () => {
    const tenant = await createTenant(server);
    const clock = (time_zone: string) => ({ system: { clock: { time_zone } } });
    const refused = await change(tenant, clock('Europe/Atlantis'));
    expect(refused.error).toMatchObject({ status: 422, code: 'invalid-profile' });
    expect(refused.error.faults).toMatchObject([
      { path: expect.stringContaining('/system/clock/time_zone'), rule: 'pattern' },
    ]);
    expect((await change(tenant, clock('Europe/Zurich'))).status).toBe(200);
  });
});

describe('an OpenVPN configuration', () => {
  it('that runs a script is rejected with its line', async () => {
    const tenant = await createTenant(server);
    const { revision } = await profileOf(server, tenant);
    const openvpn = (config: string) => ({ system: { network: { vpn: { openvpn: { config } } } } });
    const refused = await change(tenant, openvpn('remote vpn.example\nauth-user-pass\nup /bin/sh\nplugin evil.so'));
    expect(refused.error).toMatchObject({ status: 422, code: 'invalid-profile' });
    expect(refused.error.faults).toMatchObject([
      { path: expect.stringContaining('/openvpn/config'), rule: 'openvpn-program', params: { line: 3, word: 'up' } },
      { rule: 'openvpn-program', params: { line: 4, word: 'plugin' } },
    ]);
    const useless = await change(tenant, openvpn('<connection>\nremote vpn.example\n</connection>'));
    expect(useless.error.faults).toMatchObject([
      { rule: 'openvpn-block', params: { line: 1, word: 'connection' } },
      { rule: 'openvpn-remote' },
      { rule: 'openvpn-credentials' },
    ]);
    expect((await profileOf(server, tenant)).revision).toBe(revision);
    expect((await change(tenant, openvpn('remote vpn.example\nauth-user-pass'))).status).toBe(200);
  });
});

describe('auto-login-timeout', () => {
  it('is required for automatic start, so a patch cannot clear it', async () => {
    const tenant = await createTenant(server);
    const { revision } = await profileOf(server, tenant);
    const auth = (value: object) => ({ system: { auth: value } });
    const refused = await change(tenant, auth({ 'auto-login-timeout': null }));
    expect(refused.error).toMatchObject({ status: 422, code: 'invalid-profile' });
    const path = '/system/auth/auto-login-timeout';
    expect(refused.error.faults).toMatchObject([{ path: expect.stringContaining(path), rule: 'required' }]);
    expect((await profileOf(server, tenant)).revision).toBe(revision);
    expect((await change(tenant, auth({ mode: 'external-login', 'auto-login-timeout': null }))).status).toBe(200);
  });
});

it('reports a broken picture and an app that is not allowed along with all other faults', async () => {
  const tenant = await createTenant(server);
  const definition = {
    thinhoc: {
      apps: { enabled: ['thinhoc::rdp-client'] },
      customization: { logo: 'data:image/png;base64,iVBORw0KGgo=', color_primary: 'red' },
    },
    system: { clock: { time_zone: 'Europe/Nowhere' } },
  };
  const { error } = await change(tenant, definition);
  expect(error.faults?.map(({ path, rule }) => [path, rule]).toSorted()).toEqual([
    ['/system/clock/time_zone', 'pattern'],
    ['/thinhoc/apps/enabled/0', 'deployment'],
    ['/thinhoc/customization/color_primary', 'color'],
    ['/thinhoc/customization/logo', 'picture-broken'],
  ]);
});

it('rejects an app that its variant does not allow, and keeps one that was on before', async () => {
  const { owner, organizationId } = await createTenant(server);
  const definition = { thinhoc: { apps: { enabled: ['thinhoc::zoom', 'thinhoc::rdp-client'] } } };
  const create = (deployment: 'vanilla' | 'flex', name: string) =>
    server.call(createProfile, { token: owner.token, body: { name, organizationId, deployment, definition } });
  const refused = await create('vanilla', 'Plain');
  expect(refused.error.faults).toMatchObject([{ path: '/thinhoc/apps/enabled/1', rule: 'deployment' }]);
  const { id } = (await create('flex', 'Flexible')).reply;
  const turnOn = { params: { id }, token: owner.token, body: { definition } };
  const move = (deployment: string) =>
    rowsOf(server, 'update profiles set deployment = $2 where profile_id = $1', [id, deployment]);
  await move('vanilla');
  expect((await server.call(changeProfile, turnOn)).status).toBe(200);
  const off = { definition: { thinhoc: { apps: { enabled: [] } } } };
  expect((await server.call(changeProfile, { ...turnOn, body: off })).status).toBe(200);
  expect((await server.call(changeProfile, turnOn)).error.code).toBe('invalid-profile');
});
