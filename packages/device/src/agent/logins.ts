import type { ClientConfig } from '@berth/contract/api/service';
import { Absence } from '../features/login/absence.ts';
import { DeviceLogins } from '../features/login/device-logins.ts';
import { Login } from '../features/login/login.ts';
import { Passwords, type WriteLog } from '../features/login/passwords.ts';
import { loginSettings } from '../features/login/settings.ts';
import type { AppliedProfile } from '../features/profile/shown.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import type { System } from '../system/ports.ts';
import type { AgentOptions } from './options.ts';
import type { Publisher } from './publisher.ts';

export interface LoginsContext {
  readonly options: AgentOptions;
  readonly system: System;
  readonly publisher: Publisher;
  readonly applied: () => AppliedProfile | null;
  readonly desktop: () => Desktop | null;
  readonly writeLog: WriteLog;
  /** Somebody began to use the machine. */
  readonly onEnter: () => Promise<void>;
  /** Somebody is asked whether they are still there. */
  readonly onAsk: () => Promise<void>;
  /** Nobody uses the machine any more. */
  readonly onLeave: () => Promise<void>;
}

/** Everything that logs people in and out. */
export interface Logins {
  readonly login: Login;
  readonly passwords: Passwords;
  readonly devices: DeviceLogins;
  readonly absence: Absence;
  /** The desired state changed. */
  readonly follow: () => void;
}

export function buildLogins(context: LoginsContext): Logins {
  const { options, system, publisher, writeLog, desktop } = context;
  const { store, cloud, log } = options;
  const settings = () => loginSettings(store.state.desired, context.applied()?.definition);
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
        // From one to another, as when a named person's login takes over, nothing is to be opened or closed.
        const work = user === null ? context.onLeave : before === null ? context.onEnter : async () => {};
        // A login right after a logout opens nothing in folders that are still being emptied.
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
        : // Most machines have no directory: what speaks to one is loaded with the first login.
          import('../features/login/ldap.ts').then(({ checkDirectory }) =>
            checkDirectory(login.settings.providers.ldap, user, password),
          ),
    onSuccess: ({ provider, user }) => login.enter({ name: user, provider }),
    writeLog,
  });
  const devices = new DeviceLogins({
    settings: () => login.settings,
    cloud: () => cloudConfig(options),
    onSuccess: (user) => login.enter(user),
    writeLog,
  });
  const absence = new Absence({
    settings: () => login.settings,
    isUsed: () => login.user !== null && store.state.desired !== null,
    idleMs: async () => desktop()?.idleMs(),
    blank: async () => desktop()?.blank(),
    suspend: () => system.power.suspend(),
    logOut: () => login.leave(),
    announceEnd: (seconds) => {
      const isFirst = seconds !== null && login.state().endsIn === null;
      login.announceEnd(seconds);
      if (isFirst) context.onAsk().catch(() => {});
    },
    log,
  });
  return { login, passwords, devices, absence, follow: () => login.follow(settings()) };
}

async function cloudConfig({ cloud }: AgentOptions): Promise<ClientConfig> {
  if (!cloud) throw new Error('No cloud is configured.');
  return cloud.config.load();
}
