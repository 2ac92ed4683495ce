import { randomBytes } from 'node:crypto';
import type { RemoteState } from '@berth/contract/bridge/screen';
import {
  REMOTE_CHANNEL,
  REMOTE_CLIPBOARD_MAX,
  REMOTE_CONSENT_MS,
  REMOTE_INFORM_MS,
  type RemoteMode,
} from '@berth/contract/device/remote';
import type { RemoteConsent } from '@berth/contract/profile/system';
import type { PayloadOf } from '@berth/contract/rules/commands';
import type { Identity } from '../../state/identity.ts';
import type { Log } from '../../system/log.ts';
import type { ChordKey, Desktop } from '../../system/ports/desktop.ts';
import type { Running } from '../../system/ports/programs.ts';
import type { Shell } from '../../system/ports/shell.ts';
import { passOn, RemoteTunnel } from './remote-tunnel.ts';
import { requestOf } from './requests.ts';
import { ShellSession } from './shell-session.ts';

export interface RemoteControlOptions {
  readonly identity: Identity;
  readonly desktop: () => Desktop | null;
  readonly shell: Shell;
  /** The profile's rule for the consent of the machine's user. */
  readonly consent: () => RemoteConsent;
  /** Opens the notice for the machine's user above all other windows. */
  readonly openNotice: (desktop: Desktop) => Promise<Running>;
  readonly onChange: (state: RemoteState) => void;
  readonly log: Log;
}

/** What the viewer of a session may access. */
interface ViewerContext {
  readonly desktop: Desktop;
  readonly mode: RemoteMode;
  readonly shell: ShellSession | null;
}

/** Lets one administrator at a time view and control this machine's screen, subject to the user's consent. */
export class RemoteControl {
  readonly #options: RemoteControlOptions;
  #state: RemoteState = null;
  #answer: ((accept: boolean) => void) | null = null;
  #tunnel: RemoteTunnel | null = null;
  /** Resolves when the current session has left nothing on the screen. */
  #served: Promise<void> = Promise.resolve();

  constructor(options: RemoteControlOptions) {
    this.#options = options;
  }

  get state(): RemoteState {
    return this.#state;
  }

  answer(accept: boolean): void {
    this.#answer?.(accept);
  }

  /** Called when the machine's user ends the session or declines the request. */
  end(): void {
    // Tell the console before the tunnel closes.
    if (this.#answer) {
      this.answer(false);
      return;
    }
    if (this.#state?.phase === 'active') this.#tunnel?.tell({ type: 'ended' });
    this.#tunnel?.close();
  }

  /** Resolves when the tunnel is open; further results reach the viewer through it. Rejects if it cannot be opened. */
  async start(payload: PayloadOf<'remote'>, cloud: URL): Promise<string> {
    const { identity, desktop: currentDesktop, log } = this.#options;
    const tunnel = await RemoteTunnel.open(payload, cloud, identity);
    // The viewer before has left, and only its windows are still closing: nobody is connected.
    if (this.#tunnel?.isOpen === false) await this.#served;
    const [busyWith, desktop] = [this.#state, currentDesktop()];
    if (busyWith || !desktop) {
      tunnel.tell(busyWith ? { type: 'busy', by: busyWith.by } : { type: 'unable' });
      tunnel.close();
      return '';
    }
    const { by, reason, mode } = payload;
    this.#tunnel = tunnel;
    this.#set({ phase: 'asked', mode, by, reason });
    this.#served = this.#serve(tunnel, desktop, payload.shell)
      .catch((error: unknown) => {
        log.warn({ error: String(error) }, 'remote control ended by a fault');
        tunnel.tell({ type: 'unable' });
      })
      .finally(() => {
        tunnel.close();
        this.#tunnel = null;
        this.#set(null);
      });
    return '';
  }

  async #serve(tunnel: RemoteTunnel, desktop: Desktop, wantsShell: boolean): Promise<void> {
    const consent = this.#options.consent();
    if (consent === 'inform') this.#advance('informed');
    if (consent === 'unattended') this.#advance('active');
    const notice = await this.#options.openNotice(desktop);
    // Closing the window ends the remote control.
    void notice.exited.then(() => this.end());
    const declining = await this.#onChord(desktop, 'Escape', () => this.end());
    const allowing = await this.#onChord(desktop, 'Enter', () => this.answer(true));
    try {
      if (consent !== 'unattended') tunnel.tell({ type: consent === 'ask' ? 'asking' : 'informing' });
      const mayBegin = await this.#mayBegin(tunnel, consent);
      // From here on, key presses may come from the administrator, who may also end the session.
      await allowing();
      if (mayBegin) await this.#show(tunnel, desktop, wantsShell);
      else tunnel.tell({ type: 'denied' });
    } finally {
      await declining();
      await notice.stop();
    }
  }

  /** The notice never has the focus: without a pointer, users answer by keys that work in any window. */
  async #onChord(desktop: Desktop, key: ChordKey, listener: () => void): Promise<() => Promise<void>> {
    const faulty = (error: unknown): void => {
      this.#options.log.warn({ key, error: String(error) }, 'a key of the notice about remote control has no effect');
    };
    const release = await desktop.onChord(key, listener).catch(faulty);
    return async () => await release?.().catch(faulty);
  }

  async #show(tunnel: RemoteTunnel, desktop: Desktop, wantsShell: boolean): Promise<void> {
    this.#advance('active');
    const mode = this.#state?.mode ?? 'view';
    // VNC authentication uses only the first eight characters.
    const password = randomBytes(6).toString('base64url');
    const shell = wantsShell && this.#options.shell.isAllowed ? new ShellSession(tunnel, this.#options.shell) : null;
    const monitors = await desktop.monitors();
    const server = await desktop.openScreenServer(password, mode);
    try {
      const screen = await server.connect();
      passOn(screen, tunnel);
      tunnel.onMessage = (channel, bytes) => {
        if (channel === REMOTE_CHANNEL.screen) screen.write(bytes);
        else if (channel === REMOTE_CHANNEL.control) void this.#obey(tunnel, { desktop, mode, shell }, bytes);
        else shell?.take(channel, bytes);
      };
      tunnel.tell({ type: 'ready', password, mode, shell: shell !== null, monitors });
      const gone = new Promise<void>((resolve) => screen.once('close', () => resolve()));
      await Promise.race([tunnel.closed, gone]);
      // Close it first: the end of the notice would tell that the machine's user ended remote control.
      tunnel.tell({ type: 'crashed' });
      tunnel.close();
      screen.destroy();
    } finally {
      await shell?.close();
      await server.stop();
    }
  }

  async #obey(tunnel: RemoteTunnel, { desktop, mode, shell }: ViewerContext, bytes: Buffer): Promise<void> {
    const request = requestOf(bytes);
    if (!request) return;
    try {
      const isClipboard = request.type === 'write-clipboard' || request.type === 'read-clipboard';
      if (!isClipboard) return await shell?.obey(request);
      if (mode === 'view') return;
      if (request.type === 'write-clipboard') return await desktop.writeClipboard(request.text);
      tunnel.tell({ type: 'clipboard', text: (await desktop.readClipboard()).slice(0, REMOTE_CLIPBOARD_MAX) });
    } catch (error) {
      this.#options.log.warn({ request: request.type, error: String(error) }, 'a request of remote control failed');
    }
  }

  /** Whether the machine's user allows the session; false if the viewer has disconnected meanwhile. */
  async #mayBegin(tunnel: RemoteTunnel, consent: RemoteConsent): Promise<boolean> {
    if (consent === 'unattended') return tunnel.isOpen;
    const [waitMs, withoutAnswer] = consent === 'ask' ? [REMOTE_CONSENT_MS, false] : [REMOTE_INFORM_MS, true];
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(withoutAnswer), waitMs);
    this.#answer = resolve;
    void tunnel.closed.then(() => resolve(false));
    const accepted = await promise;
    clearTimeout(timer);
    this.#answer = null;
    return accepted && tunnel.isOpen;
  }

  #advance(phase: NonNullable<RemoteState>['phase']): void {
    if (this.#state) this.#set({ ...this.#state, phase });
  }

  #set(state: RemoteState): void {
    this.#state = state;
    this.#options.onChange(state);
  }
}
