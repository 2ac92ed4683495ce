import {
  type AuditHead,
  CLOSE,
  type CommandMessage,
  type Desired,
  type FromMachine,
  type Reported,
  type Ticket,
  type ToMachine,
} from '@berth/contract/device/messages';
import type { OrganizationId } from '@berth/contract/ids';
import type { Identity } from '../state/identity.ts';
import type { Log } from '../system/log.ts';
import { type CloudConnect, Connection, type Ending, notOpened, pause, reconnectDelay } from './connection.ts';

/**
 * online: welcomed. offline: connecting. unregistered: the cloud replies, but the machine is not registered. replaced:
 * another machine with this key is connected.
 */
export type LinkState = 'connecting' | 'online' | 'offline' | 'unregistered' | 'replaced';

export interface LinkOptions {
  /** The gateway's address, resolved for each attempt; may reject. */
  readonly gateway: () => Promise<string>;
  readonly identity: Identity;
  readonly reported: () => Reported;
  readonly onDesired: (desired: Desired) => void;
  /** Called at each welcome with the newest entry of the organization's audit log. */
  readonly onAuditHead: (organizationId: OrganizationId, head: AuditHead) => void;
  /** Called when the cloud does not know the machine, or no longer knows it. */
  readonly onUnregistered: () => void;
  readonly onCommand: (command: CommandMessage) => void;
  /** Called when the cloud refuses the command of a pressed button. */
  readonly onPressRefused: (refusal: Extract<ToMachine, { type: 'press-refused' }>) => void;
  /** Called when the console requests a live view frame. */
  readonly onFrameRequest: () => void;
  readonly onWakeOthers: (macs: readonly string[]) => void;
  readonly onState: (state: LinkState) => void;
  readonly log: Log;
  readonly random?: (() => number) | undefined;
  readonly pingMs?: number | undefined;
  readonly deadMs?: number | undefined;
  readonly connect?: CloudConnect | undefined;
}

/** Close codes with which a cloud refuses a ticket that it does not know. */
const REFUSALS: readonly number[] = [CLOSE.badToken, CLOSE.badMessage];

const REASONS_TOLD_MAX = 10;

/** Maintains one connection to the cloud. */
export class Link {
  readonly #options: LinkOptions;
  readonly #stopping = new AbortController();
  #retry = new AbortController();
  #connection: Connection | null = null;
  #state: LinkState = 'connecting';
  #running: Promise<void> = Promise.resolve();
  #ticket: Ticket | undefined;
  /** Why the cloud was not reached since the last welcome, as far as it was told. */
  readonly #toldErrors = new Set<string>();

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get state(): LinkState {
    return this.#state;
  }

  start(): void {
    this.#running = this.#run();
  }

  /**
   * Sends a message; returns false if not connected. Nothing is queued: messages carry the latest state. `arrived` is
   * called once the cloud has processed the message, and never if the connection ends before that is confirmed.
   */
  send(message: FromMachine, arrived?: () => void): boolean {
    return this.#connection?.send(message, arrived) ?? false;
  }

  /** Reconnects now: after a registration, or to request the desired state. */
  reconnect(): void {
    this.#retry.abort();
    this.#retry = new AbortController();
    this.#connection?.close();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#connection?.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let attempt = 0;
    while (!signal.aborted) {
      const retry = this.#retry.signal;
      const ending = await this.#connectOnce();
      if (signal.aborted) break;
      this.#settle(ending);
      if (ending.welcomed) attempt = 0;
      const wait = reconnectDelay(ending, attempt, this.#options.random ?? Math.random);
      attempt += 1;
      await pause(wait, AbortSignal.any([signal, retry]));
      if (retry.aborted) attempt = 0;
    }
    this.#setState('offline');
  }

  async #connectOnce(): Promise<Ending> {
    const { log, onDesired } = this.#options;
    try {
      const address = await this.#address();
      if (address === null) return notOpened();
      const ticket = this.#ticket;
      this.#connection = new Connection(address, {
        ...this.#options,
        ticket,
        onTicket: (next) => {
          this.#ticket = next;
        },
        onWelcome: (desired, audit) => {
          this.#setState('online');
          if (audit) this.#options.onAuditHead(desired.organizationId, audit);
          onDesired(desired);
        },
      });
      const ending = await this.#connection.ended;
      if (!ticket || ending.welcomed || !REFUSALS.includes(ending.code)) return ending;
      // A cloud with another key or an older version does not know the ticket: the next connection uses the key.
      log.debug({ code: ending.code }, 'the cloud refused the ticket');
      this.#ticket = undefined;
      return notOpened();
    } catch (error) {
      return notOpened(error);
    } finally {
      this.#connection = null;
    }
  }

  /** Null if stopped meanwhile. A machine may retry for weeks: an attempt must not leak memory. */
  #address(): Promise<string | null> {
    const { signal } = this.#stopping;
    return new Promise((resolve, reject) => {
      const stop = (): void => resolve(null);
      signal.addEventListener('abort', stop, { once: true });
      this.#options
        .gateway()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', stop));
    });
  }

  #settle({ code, welcomed, error }: Ending): void {
    const { log, onUnregistered } = this.#options;
    if (welcomed) this.#toldErrors.clear();
    if (error !== undefined) this.#tell(error);
    switch (code) {
      case CLOSE.notRegistered:
      case CLOSE.removed:
        this.#setState('unregistered');
        onUnregistered();
        break;
      case CLOSE.replaced:
        log.warn({}, 'another machine with the same key took this connection: was its disk copied?');
        this.#setState('replaced');
        break;
      case CLOSE.badToken:
      case CLOSE.badMessage:
        log.error({ code }, 'the cloud refuses this agent');
        this.#setState('offline');
        break;
      default:
        log.debug({ code, welcomed }, 'connection to the cloud ended');
        this.#setState('offline');
    }
  }

  /** Tells a reason once: a machine may try for weeks. As a warning, it would burden a cloud that comes back. */
  #tell(error: string): void {
    if (this.#toldErrors.has(error) || this.#toldErrors.size >= REASONS_TOLD_MAX) return;
    this.#toldErrors.add(error);
    this.#options.log.info({ error }, 'the cloud is not reached');
  }

  #setState(state: LinkState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }
}
