import { LOGIN_PROVIDERS, type LoginProvider, type LoginState, type LoginUser } from '@berth/contract/bridge/login';
import type { OrganizationAuth } from '@berth/contract/profile/outside-profile';
import type { LoginMemory, MachineState } from '../../state/machine-state.ts';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import { automaticAfter, type LoginSettings, NOBODY_IN_PARTICULAR, userNow } from './settings.ts';

interface LoginOptions {
  readonly store: Store;
  readonly bootId: string;
  /** Whether this machine can check logins of a provider, regardless of what the organization allows. */
  readonly canCheck: (provider: LoginProvider) => boolean;
  readonly onChange: (state: LoginState) => void;
  /** Called when the user changes; null: logged out. `before` is the previous user. */
  readonly onUser: (user: LoginUser | null, before: LoginUser | null) => void;
  readonly log: Log;
}

/** The current user. Everything that opens a session checks it first. */
export class Login {
  readonly #options: LoginOptions;
  #settings: LoginSettings;
  #user: LoginUser | null;
  #endsIn: number | null = null;

  constructor(options: LoginOptions, settings: LoginSettings) {
    this.#options = options;
    this.#settings = settings;
    this.#user = userNow(settings, options.store.state.login, options.bootId);
  }

  get user(): LoginUser | null {
    return this.#user;
  }

  get settings(): LoginSettings {
    return this.#settings;
  }

  state(): LoginState {
    const { providers } = this.#settings;
    const history = allowedHistory(this.#options.store.state.login.history, providers);
    return {
      user: this.#user,
      providers: LOGIN_PROVIDERS.filter((id) => this.isAllowed(id)).map((id) => ({
        id,
        history: [...(history[id] ?? [])],
      })),
      automaticAfter: automaticAfter(this.#settings),
      endsIn: this.#endsIn,
    };
  }

  /** Whether the organization allows this provider and this machine can check its logins. */
  isAllowed(id: LoginProvider): boolean {
    return this.#settings.providers[id].enabled && this.#options.canCheck(id);
  }

  /** Applies changed settings of the organization or the profile. */
  follow(settings: LoginSettings): void {
    this.#settings = settings;
    const { store, bootId } = this.#options;
    const { login } = store.state;
    const history = allowedHistory(login.history, settings.providers);
    if (Object.keys(history).length < Object.keys(login.history).length) this.#keep({ ...login, history });
    this.#become(userNow(settings, store.state.login, bootId));
  }

  /** Logs a user in. The caller has authenticated them. */
  enter(user: LoginUser & { readonly provider: LoginProvider }): void {
    const { history } = this.#options.store.state.login;
    const next = withName(history, this.#settings.providers, user.provider, user.name);
    this.#keep({ history: next, user, bootId: this.#options.bootId });
    this.#become(user);
  }

  enterAutomatically(): void {
    if (automaticAfter(this.#settings) === null) throw new LoginError('not-allowed', 'Somebody has to log in here.');
    this.#keep({ ...this.#options.store.state.login, user: NOBODY_IN_PARTICULAR, bootId: this.#options.bootId });
    this.#become(NOBODY_IN_PARTICULAR);
  }

  leave(): void {
    if (this.#settings.organizationId === null) return;
    this.#keep({ ...this.#options.store.state.login, user: null, bootId: this.#options.bootId });
    this.#become(null);
  }

  /** Publishes that the session ends in this many seconds; null: it does not. */
  announceEnd(seconds: number | null): void {
    if (seconds === this.#endsIn) return;
    this.#endsIn = seconds;
    this.#options.onChange(this.state());
  }

  #become(user: LoginUser | null): void {
    const before = this.#user;
    this.#user = user;
    if (user === null) this.#endsIn = null;
    this.#options.onChange(this.state());
    if (user?.name !== before?.name || user?.provider !== before?.provider) this.#options.onUser(user, before);
  }

  #keep(login: MachineState['login']): void {
    const { store, log } = this.#options;
    store
      .update((state) => ({ ...state, login }))
      .catch((error) => log.error({ error: String(error) }, 'who is logged in is not kept'));
  }
}

/** A failed login, with its reason. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  readonly reason: 'failed' | 'timed-out' | 'unavailable' | 'not-allowed' | 'too-often';

  constructor(reason: LoginError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Number of names that the greeter offers, newest first. */
const KEPT = 5;

type History = LoginMemory['history'];

/** Whether the greeter may remember users of this provider (spec chapter 5, user-history toggles). */
function keepsHistory(providers: OrganizationAuth, id: LoginProvider): boolean {
  return id !== 'local' && providers[id]['user-history-enabled'] === true;
}

/** Adds a name to the history if the provider's history is enabled. */
function withName(history: History, providers: OrganizationAuth, id: LoginProvider, name: string): History {
  if (!keepsHistory(providers, id)) return history;
  const others = (history[id] ?? []).filter((each) => each !== name);
  return { ...history, [id]: [name, ...others].slice(0, KEPT) };
}

/** Removes the names of providers whose history is disabled. */
function allowedHistory(history: History, providers: OrganizationAuth): History {
  const ids = Object.keys(history) as LoginProvider[];
  return Object.fromEntries(ids.filter((id) => keepsHistory(providers, id)).map((id) => [id, history[id]]));
}
