import { LOGIN_PROVIDERS, type LoginProvider, type LoginState, type LoginUser } from '@berth/contract/bridge/login';
import type { OrganizationAuth } from '@berth/contract/profile/outside-profile';
import type { LoginMemory, MachineState } from '../../state/machine-state.ts';
import type { Store } from '../../state/store.ts';
import type { Log } from '../../system/log.ts';
import { automaticAfter, type LoginSettings, NOBODY_IN_PARTICULAR, userNow } from './settings.ts';

interface LoginOptions {
  readonly store: Store;
  readonly bootId: string;
  /** What this machine can check, regardless of what the organization allows. */
  readonly canCheck: (provider: LoginProvider) => boolean;
  readonly onChange: (state: LoginState) => void;
  /** The user changed; null: logged out. `before` is the previous one. */
  readonly onUser: (user: LoginUser | null, before: LoginUser | null) => void;
  readonly log: Log;
}

/** The current user. Everything that opens something checks here first. */
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

  /** Whether the organization lets people log in so, and this machine can check it. */
  isAllowed(id: LoginProvider): boolean {
    return this.#settings.providers[id].enabled && this.#options.canCheck(id);
  }

  /** The organization's or the profile's settings changed. */
  follow(settings: LoginSettings): void {
    this.#settings = settings;
    const { store, bootId } = this.#options;
    const { login } = store.state;
    const history = allowedHistory(login.history, settings.providers);
    if (Object.keys(history).length < Object.keys(login.history).length) this.#keep({ ...login, history });
    this.#become(userNow(settings, store.state.login, bootId));
  }

  /** A person proved who they are. */
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

  /** Tells that the session ends in so many seconds; null: it does not. */
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

/** Why a login failed. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  readonly reason: 'failed' | 'timed-out' | 'unavailable' | 'not-allowed' | 'too-often';

  constructor(reason: LoginError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Names offered by the greeter, the newest first. */
const KEPT = 5;

type History = LoginMemory['history'];

/** Whether the greeter may remember who logged in so (spec chapter 5, user-history toggles). */
function keepsHistory(providers: OrganizationAuth, id: LoginProvider): boolean {
  return id !== 'local' && providers[id]['user-history-enabled'] === true;
}

/** The history with one more name, where it is switched on. */
function withName(history: History, providers: OrganizationAuth, id: LoginProvider, name: string): History {
  if (!keepsHistory(providers, id)) return history;
  const others = (history[id] ?? []).filter((each) => each !== name);
  return { ...history, [id]: [name, ...others].slice(0, KEPT) };
}

/** What may still be remembered: a history that was switched off is forgotten. */
function allowedHistory(history: History, providers: OrganizationAuth): History {
  const ids = Object.keys(history) as LoginProvider[];
  return Object.fromEntries(ids.filter((id) => keepsHistory(providers, id)).map((id) => [id, history[id]]));
}
