import { isDeepStrictEqual } from 'node:util';
import type {
  CallDirection,
  CallErrorCode,
  CallRecord,
  CallsState,
  PhoneAccount,
  PhoneCall,
} from '@berth/contract/bridge/calls';
import type { Log } from '../../system/log.ts';
import type { Phone, PhoneEvent, PhoneHost } from '../../system/ports/media.ts';
import type { SipLogin, SipLoginAnswer } from '../../system/sip-login.ts';
import { type Account, addressOf, dialable } from './accounts.ts';
import { errorCodeOf, recordOf } from './call-record.ts';

export interface CallsOptions {
  /** Null: no phone program is installed. */
  readonly host: PhoneHost | null;
  /** Asks the account's registrar whether the password is right. */
  readonly checkLogin: (login: SipLogin) => Promise<SipLoginAnswer>;
  readonly onChange: (state: CallsState) => void;
  /** Raises the screen that shows an incoming call. */
  readonly onRing: () => void;
  readonly onRecord: (record: CallRecord) => void;
  readonly log: Log;
}

/** A call command that the phone cannot run now. The message goes to the page's log. */
export class CallError extends Error {}

/** Wait before the phone program restarts. */
const RESTART_MS = 1_000;
/** From accepting a call to the call being active. Without a microphone, baresip waits forever without an event. */
const ANSWER_MS = 5_000;

/** First retry interval after a refused password, doubled for each further refusal. */
const REFUSED_MS = 60_000;
const REFUSED_MAX_MS = 30 * 60_000;

/** Retry interval while a registrar is away: baresip itself waits longer each time, up to half an hour. */
const AWAY_MS = 60_000;

type Registration = PhoneAccount['registration'];

/** The machine's phone: its accounts, and one call at a time. */
export class Calls {
  readonly #options: CallsOptions;
  #accounts: readonly Account[] = [];
  #registrations = new Map<string, Registration>();
  #phone: Phone | null = null;
  #starting: Promise<void> = Promise.resolve();
  #restart: NodeJS.Timeout | null = null;
  /** Accounts whose password was refused, by id. */
  #refused = new Map<string, { readonly times: number; readonly retry: NodeJS.Timeout }>();
  /** Retries of accounts whose registrar is away, by id. */
  readonly #away = new Map<string, NodeJS.Timeout>();
  #call: (PhoneCall & { readonly direction: CallDirection; readonly at: string }) | null = null;
  #error: CallErrorCode | null = null;
  #hungUp = false;
  /** Whether the phone program does not know the outgoing call yet. */
  #isPreparing = false;
  #answering: NodeJS.Timeout | null = null;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  get state(): CallsState {
    const { host } = this.#options;
    const accounts = this.#accounts.map(({ id, displayName }) => ({
      id,
      display_name: displayName,
      registration: this.#registrations.get(id) ?? 'registering',
    }));
    const call = this.#call && {
      peer: this.#call.peer,
      peer_name: this.#call.peer_name,
      account: this.#call.account,
      state: this.#call.state,
      answeredAt: this.#call.answeredAt,
    };
    return { enabled: host !== null && accounts.length > 0, accounts, call, error: this.#error };
  }

  /** Applies these accounts. A call in progress ends if they changed. */
  configure(accounts: readonly Account[]): Promise<void> {
    if (isDeepStrictEqual(accounts, this.#accounts)) return this.#starting;
    this.#accounts = accounts;
    this.#registrations = new Map();
    this.#changed();
    return this.#startAnew();
  }

  async dial(typed: string, id: string | undefined): Promise<void> {
    const account = this.#accounts.find((each) => id === undefined || each.id === id);
    if (!account) throw new CallError('Account not found.');
    if (this.#call) throw new CallError('There is a call already.');
    const address = addressOf(typed, account.domain);
    if (address === null) throw new CallError('Not a valid address.');
    this.#begin('outgoing', address, '', account);
    const call = this.#call;
    this.#isPreparing = true;
    try {
      await this.#command('uafind', `sip:${account.id}`).finally(() => {
        this.#isPreparing = false;
      });
      // The phone program has ended meanwhile.
      if (this.#call !== call) return;
      if (this.#hungUp) this.#end('');
      else await this.#command('dial', address);
    } catch (error) {
      this.#end('failed');
      throw error;
    }
  }

  async answer(): Promise<void> {
    if (this.#call?.state !== 'incoming') throw new CallError('No incoming call.');
    // A second press before the call is active.
    if (this.#answering) return;
    this.#answering = setTimeout(() => void this.#giveUp(), ANSWER_MS);
    await this.#command('accept');
  }

  async hangUp(): Promise<void> {
    if (!this.#call) return;
    this.#hungUp = true;
    if (!this.#isPreparing) await this.#command('hangup');
  }

  async hold(held: boolean): Promise<void> {
    if (!this.#call?.answeredAt) throw new CallError('No call in progress.');
    await this.#command(held ? 'hold' : 'resume');
    this.#update({ state: held ? 'held' : 'active' });
  }

  async sendDigits(digits: string): Promise<void> {
    if (!this.#call?.answeredAt) throw new CallError('No call in progress.');
    for (const digit of digits) await this.#command('sndcode', digit);
  }

  async stop(): Promise<void> {
    this.#accounts = [];
    await this.#startAnew();
  }

  /** Ends the running program and starts a new one if there are accounts. Serialized. */
  #startAnew(): Promise<void> {
    if (this.#restart) clearTimeout(this.#restart);
    this.#forgetRefused();
    this.#starting = this.#starting.then(async () => {
      const before = this.#phone;
      this.#phone = null;
      await before?.stop();
      if (this.#call) this.#end('failed');
      if (this.#accounts.length > 0 && this.#options.host) await this.#start(this.#options.host);
    });
    return this.#starting;
  }

  async #start(host: PhoneHost): Promise<void> {
    try {
      const phone = await host.open();
      this.#phone = phone;
      phone.onEvent((event) => this.#take(event));
      void phone.exited.then((exit) => {
        if (this.#phone !== phone) return;
        this.#options.log.warn({ ...exit }, 'the phone program crashed and is restarted');
        this.#registrations.clear();
        this.#startLater();
      });
      for (const account of this.#accounts) void this.#register(phone, account);
    } catch (error) {
      this.#options.log.error({ error: String(error) }, 'the phone program does not start');
      this.#startLater();
    }
  }

  #startLater(): void {
    this.#restart = setTimeout(() => void this.#startAnew(), RESTART_MS);
    this.#changed();
  }

  /** Gives the program an account only after its password was accepted: baresip repeats a refused password many times. */
  async #register(phone: Phone, account: Account): Promise<void> {
    const { id, line } = account;
    try {
      if (line === null) throw new Error('its user name or password cannot be written in a phone account');
      const answer = await this.#options.checkLogin(account);
      if (this.#phone !== phone) return;
      if (answer === 'refused') this.#retryLater(phone, account, 'wrong user name or password');
      else await phone.command('uanew', line);
    } catch (error) {
      this.#options.log.warn({ account: id, error: String(error) }, 'phone account not usable');
      this.#registered(id, 'failed');
    }
  }

  #retryLater(phone: Phone, account: Account, reason: string): void {
    const { id } = account;
    const before = this.#refused.get(id);
    if (before) clearTimeout(before.retry);
    const times = (before?.times ?? 0) + 1;
    const wait = Math.min(REFUSED_MAX_MS, REFUSED_MS * 2 ** (times - 1));
    this.#refused.set(id, { times, retry: setTimeout(() => void this.#register(phone, account), wait) });
    this.#options.log.warn({ account: id, reason, retryInSeconds: wait / 1_000 }, 'phone account refused');
    this.#registered(id, 'failed');
  }

  #forgetRefused(): void {
    for (const retry of [...this.#refused.values()].map((each) => each.retry)) clearTimeout(retry);
    for (const retry of this.#away.values()) clearTimeout(retry);
    this.#refused.clear();
    this.#away.clear();
  }

  /** Removes an account that the registrar refuses later, after its password was right or could not be checked. */
  #registrationFailed(account: Account, reason: string): void {
    const phone = this.#phone;
    if (phone && /^(?:401|403|407) /.test(reason)) {
      phone.command('uadel', `sip:${account.id}`).catch(() => {});
      this.#retryLater(phone, account, reason);
      return;
    }
    // Once for each time that it is away.
    if (this.#registrations.get(account.id) !== 'failed') {
      this.#options.log.warn({ account: account.id, reason }, 'phone account does not register');
    }
    this.#registered(account.id, 'failed');
    if (phone) this.#retryAway(phone, account);
  }

  #retryAway(phone: Phone, account: Account): void {
    const { id } = account;
    clearTimeout(this.#away.get(id));
    const retry = setTimeout(() => {
      if (this.#phone !== phone) return;
      // A call goes on without its registrar, and would end with its account.
      if (this.#call) return this.#retryAway(phone, account);
      phone.command('uadel', `sip:${id}`).catch(() => {});
      void this.#register(phone, account);
    }, AWAY_MS);
    this.#away.set(id, retry);
  }

  #take({ type, account: address, peer, peerName, param }: PhoneEvent): void {
    const account = this.#accounts.find(({ id }) => `sip:${id}` === address);
    if (!account) return;
    switch (type) {
      case 'REGISTER_OK':
        this.#refused.delete(account.id);
        clearTimeout(this.#away.get(account.id));
        this.#registered(account.id, 'registered');
        break;
      case 'REGISTER_FAIL':
        this.#registrationFailed(account, param);
        break;
      case 'CALL_INCOMING':
        this.#begin('incoming', peer, peerName, account);
        this.#options.onRing();
        break;
      case 'CALL_RINGING':
      case 'CALL_PROGRESS':
        if (this.#call?.state === 'outgoing') this.#update({ state: 'ringing' });
        break;
      case 'CALL_ESTABLISHED':
        this.#forgetAnswering();
        this.#update({ state: 'active', answeredAt: new Date().toISOString() });
        break;
      case 'CALL_CLOSED':
        this.#end(param);
        break;
    }
  }

  #registered(id: string, registration: Registration): void {
    this.#registrations.set(id, registration);
    this.#changed();
  }

  #begin(direction: CallDirection, address: string, name: string, account: Account): void {
    const peer = dialable(address, account.domain);
    const at = new Date().toISOString();
    this.#error = null;
    this.#hungUp = false;
    this.#call = { direction, at, peer, peer_name: name, account: account.id, state: direction, answeredAt: null };
    this.#changed();
  }

  #update(change: Partial<Pick<PhoneCall, 'state' | 'answeredAt'>>): void {
    if (!this.#call) return;
    this.#call = { ...this.#call, ...change };
    this.#changed();
  }

  /** @param reason baresip's reason, for example `486 Busy Here`. */
  #end(reason: string): void {
    const call = this.#call;
    if (!call) return;
    this.#forgetAnswering();
    this.#call = null;
    this.#error ??= call.direction === 'outgoing' && !call.answeredAt && !this.#hungUp ? errorCodeOf(reason) : null;
    this.#options.onRecord(recordOf(call, this.#hungUp));
    this.#changed();
  }

  #forgetAnswering(): void {
    if (this.#answering) clearTimeout(this.#answering);
    this.#answering = null;
  }

  async #giveUp(): Promise<void> {
    this.#answering = null;
    this.#options.log.error({}, 'a call was not answered: the microphone or the speaker does not work');
    this.#error = 'no-audio';
    await this.hangUp().catch(() => this.#end('failed'));
  }

  async #command(name: string, params = ''): Promise<void> {
    if (!this.#phone) throw new CallError('The phone is starting.');
    await this.#phone.command(name, params);
  }

  #changed(): void {
    this.#options.onChange(this.state);
  }
}
