import { Administrators } from '../features/login/administrators.ts';
import { DeviceLogins } from '../features/login/device-logins.ts';
import { IdleTimeout } from '../features/login/idle-timeout.ts';
import { Login } from '../features/login/login.ts';
import { Passwords } from '../features/login/passwords.ts';
import { loginSettings } from '../features/login/settings.ts';
import { SettingsAccess } from '../features/login/settings-access.ts';
import type { LocalAccounts } from '../system/ports/machine.ts';
import { type AgentBase, requireCloud } from './base.ts';

/** Called on logins and logouts. */
interface LoginEvents {
  /** A user logged in. */
  readonly onEnter: () => Promise<void>;
  /** The idle prompt opens. */
  readonly onAsk: () => Promise<void>;
  /** The last user logged out. */
  readonly onLeave: () => Promise<void>;
}

/** Logs users in and out. */
export interface Logins {
  readonly login: Login;
  readonly passwords: Passwords;
  readonly devices: DeviceLogins;
  readonly idleTimeout: IdleTimeout;
  /** The desired state changed. */
  readonly follow: () => void;
}

/** Who may use the machine, and who may open its settings. */
export interface LoginParts {
  readonly logins: Logins;
  readonly settingsAccess: SettingsAccess;
  readonly administrators: Administrators;
  readonly administratorPasswords: Passwords;
}

/** Builds the login parts without starting them. */
export function buildLoginParts(base: AgentBase, events: LoginEvents): LoginParts {
  const { options, system, stops, applied, isUsed, writeLog } = base;
  const { store, cloud } = options;
  const { localAccounts } = system;
  const settingsAccess = new SettingsAccess({
    rule: () => {
      if (!store.state.desired) return null;
      const { who, pin } = applied()?.definition.system.auth.settings_access ?? { who: 'administrators' };
      return { who, pin };
    },
    isUsed,
    administratorWays: () => [
      ...(cloud ? (['product-id'] as const) : []),
      ...(localAccounts.available ? (['local'] as const) : []),
    ],
    writeLog,
  });
  const administrators = new Administrators({
    organizationId: () => store.state.desired?.organizationId ?? null,
    cloud: async () => requireCloud(options).config.load(),
    onSuccess: (email) => settingsAccess.openFor(email),
  });
  stops.defer(() => administrators.cancel());
  const administratorPasswords = new Passwords({
    check: isLocalAdministrator(localAccounts),
    onSuccess: ({ user }) => settingsAccess.openFor(user),
    writeLog: (type, message) => type === 'LOGIN_FAILURE' && writeLog(type, `settings: ${message}`),
  });
  const onLeave = async () => {
    settingsAccess.close();
    await events.onLeave();
  };
  return { logins: buildLogins(base, { ...events, onLeave }), settingsAccess, administrators, administratorPasswords };
}

function buildLogins(base: AgentBase, events: LoginEvents): Logins {
  const { options, system, publisher, stops, log, desktop, applied, report, writeLog } = base;
  const { store, cloud } = options;
  const settings = () => loginSettings(store.state.desired, applied()?.definition);
  const canCheck = {
    local: () => system.localAccounts.available,
    ldap: () => true,
    'azure-ad': () => Boolean(cloud?.config.known?.azureAd),
    'product-id': () => cloud !== null,
  };
  let following: Promise<void> = Promise.resolve();
  const login = new Login(
    {
      store,
      log,
      bootId: system.machine.bootId,
      canCheck: (provider) => canCheck[provider](),
      onChange: (value) => publisher.publish({ section: 'login', value }),
      onUser: (user, before) => {
        report();
        // A switch between users, such as a named user replacing an automatic login, opens and closes nothing.
        const work = user === null ? events.onLeave : before === null ? events.onEnter : async () => {};
        // In order, so that a login right after a logout opens nothing in folders that are still being emptied.
        following = following
          .then(work)
          .catch((error: unknown) => log.error({ error: String(error) }, 'the session does not follow the login'));
      },
    },
    settings(),
  );
  const passwords = new Passwords({
    check: ({ provider, user, password }) =>
      provider === 'local'
        ? system.localAccounts.check(user, password)
        : // Most machines have no directory: load the LDAP client at the first login.
          import('../features/login/ldap.ts').then(({ checkDirectory }) =>
            checkDirectory(login.settings.providers.ldap, user, password),
          ),
    onSuccess: ({ provider, user }) => login.enter({ name: user, provider }),
    writeLog,
  });
  const devices = new DeviceLogins({
    settings: () => login.settings,
    cloud: async () => requireCloud(options).config.load(),
    onSuccess: (user) => login.enter(user),
    writeLog,
  });
  stops.defer(() => devices.cancel());
  const idleTimeout = new IdleTimeout({
    settings: () => login.settings,
    isUsed: () => login.user !== null && store.state.desired !== null,
    idleMs: async () => desktop()?.idleMs(),
    blank: async () => desktop()?.blank(),
    suspend: () => system.power.suspend(),
    logOut: () => login.leave(),
    announceEnd: (seconds) => {
      const isFirst = seconds !== null && login.state().endsIn === null;
      login.announceEnd(seconds);
      if (isFirst) events.onAsk().catch(() => {});
    },
    log,
  });
  stops.use(idleTimeout);
  return { login, passwords, devices, idleTimeout, follow: () => login.follow(settings()) };
}

/** A local account is an administrator if it may administer the machine. */
function isLocalAdministrator(accounts: LocalAccounts) {
  return async ({ user, password }: { readonly user: string; readonly password: string }): Promise<boolean> =>
    (await accounts.check(user, password)) && (await accounts.isAdministrator(user));
}
