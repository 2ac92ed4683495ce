import { describe, expect, it } from 'vitest';
import { type Decision, decide, isRemembered, type Situation, signedOutRoute } from './decide.ts';
import type { Screen } from './screens.ts';

const show = (screen: Screen): Decision => ({ kind: 'show', screen });
const to = (path: string): Decision => ({ kind: 'redirect', to: path });

const stranger: Situation = { authenticated: false, activeOrganization: false, cloudVersion: false, lastRoute: null };
const signedIn: Situation = { ...stranger, authenticated: true };
const working: Situation = { ...signedIn, activeOrganization: true };

/** Path, with the decision without a login, with a login, and with an active organization. */
const TABLE: readonly (readonly [path: string, stranger: Decision, signedIn: Decision, working: Decision])[] = [
  ['/', to('/session/local'), to('/session/local'), to('/session/local')],
  row('/access_token', show('access-token')),
  row('/access_token/anything', show('access-token')),
  row('/access_tokens', show('access-token')),
  row('/app-catalog', show('app-catalog')),
  row('/error', show('error')),
  row('/error/login', show('error')),
  row('/guide', show('guide')),
  row('/guide/add-a-machine', show('guide')),
  row('/demo/login', show('demo-login')),
  row('/factory-reset', show('factory-reset')),
  row('/mirror', show('mirror')),
  row('/greeter', show('greeter')),
  row('/screensaver', show('screensaver')),
  row('/fbw', show('first-boot-wizard')),
  row('/session', to('/session/local')),
  row('/session/', to('/session/local')),
  row('/session/login', show('login')),
  row('/session/local', show('session')),
  ['/session/p1', to('/session/login'), show('session'), show('session')],
  ['/session/p1/settings', to('/session/login'), show('session-settings'), show('session-settings')],
  ['/session/local/settings', to('/session/login'), show('session-settings'), show('session-settings')],
  row('/manage/login', show('manage-login')),
  ['/manage', to('/manage/login'), show('organization-select'), show('organization-select')],
  ['/manage/', to('/manage/login'), show('organization-select'), show('organization-select')],
  ['/manage/org/select', to('/manage/login'), show('organization-select'), show('organization-select')],
  ['/manage/org/o1', to('/manage/'), show('organization'), show('organization')],
  ['/manage/profile/p1', to('/manage/'), show('profile'), show('profile')],
  ['/manage/profiles', to('/manage/'), to('/manage/'), show('profiles')],
  ['/manage/machines', to('/manage/'), to('/manage/'), show('machines')],
  ['/manage/machines/m1', to('/manage/'), to('/manage/'), show('machine')],
  ['/manage/machines/deployment/flex', to('/manage/'), to('/manage/'), show('machines')],
  ['/manage/users', to('/manage/'), to('/manage/'), show('users')],
  ['/manage/overview', to('/manage/'), to('/manage/'), show('overview')],
  ['/manage/schedules', to('/manage/'), to('/manage/'), show('schedules')],
  ['/manage/layers', to('/manage/'), to('/manage/'), show('layers')],
  ['/manage/os', to('/manage/'), to('/manage/'), show('os')],
  ['/manage/layers/l1', to('/manage/'), to('/manage/'), show('layer')],
  ['/manage/enrollment', to('/manage/'), to('/manage/'), show('enrollment')],
  ['/manage/authentication', to('/manage/'), to('/manage/'), show('authentication')],
  ['/manage/billing', to('/manage/'), to('/manage/'), show('billing')],
  ['/manage/audit', to('/manage/'), to('/manage/'), show('audit')],
  ['/manage/api-keys', to('/manage/'), to('/manage/'), show('api-keys')],
  ['/manage/webhooks', to('/manage/'), to('/manage/'), show('webhooks')],
  ['/manage/webhooks/w1', to('/manage/'), to('/manage/'), show('webhook')],
  ['/manage/account', to('/manage/'), show('account'), show('account')],
  ['/manage/platform/invoices', to('/manage/'), show('open-invoices'), show('open-invoices')],
  ['/manage/platform/server', to('/manage/'), show('server'), show('server')],
  ['/manage/platform/product-ids', to('/manage/'), show('product-ids'), show('product-ids')],
  row('/manage/nothing', to('/')),
  row('/somewhere/else', to('/')),
];

function row(path: string, always: Decision): readonly [string, Decision, Decision, Decision] {
  return [path, always, always, always];
}

describe('the route table', () => {
  it.each(TABLE)('%s', (path, forStranger, forSignedIn, forWorking) => {
    expect(decide(path, stranger)).toEqual(forStranger);
    expect(decide(path, signedIn)).toEqual(forSignedIn);
    expect(decide(path, working)).toEqual(forWorking);
  });

  it('leads from / to the management on the cloud version, whatever was remembered', () => {
    expect(decide('/', { ...stranger, cloudVersion: true, lastRoute: '/mirror' })).toEqual(to('/manage'));
  });

  it('leads from / to the last remembered route elsewhere', () => {
    expect(decide('/', { ...stranger, lastRoute: '/manage/machines?q=berlin' })).toEqual(
      to('/manage/machines?q=berlin'),
    );
  });
});

describe('the remembered route', () => {
  it.each([
    '/session/login',
    '/manage/login',
    '/demo/login',
    '/access_token',
    '/access_token/x',
    '/error',
    '/error/x',
    '/guide',
    '/guide/add-a-machine',
    '/',
  ])('never %s', (path) => expect(isRemembered(path)).toBe(false));

  it.each(['/manage', '/manage/machines', '/session/local', '/app-catalog', '/manage/profile/p1'])('%s', (path) =>
    expect(isRemembered(path)).toBe(true),
  );
});

describe('after logout', () => {
  it('is the login page on the cloud version, the local session elsewhere', () => {
    expect(signedOutRoute(true)).toBe('/session/login');
    expect(signedOutRoute(false)).toBe('/session/local');
  });
});
