import { controlMachine } from '@berth/contract/api/machine-actions';
import type { RemoteMode, RemoteMonitor, RemoteNews, RemoteRequest } from '@berth/contract/device/remote';
import type { MachineId } from '@berth/contract/ids';
import { apiAddress } from '@berth/web/data/api-base.ts';
import { call } from '@berth/web/data/call.ts';
import type RFB from '@novnc/novnc';
import type { RawChannel } from '@novnc/novnc';
import { createViewerKey, NotTheMachineError } from './key-agreement.ts';
import { SealedChannel } from './sealed-channel.ts';
import { ShellChannel } from './shell/shell-channel.ts';

/** ended: at the machine. left: by us. cut: the connection broke. absent: the machine did not connect. */
export type RemotePhase =
  | 'connecting'
  | 'asking'
  | 'informing'
  | 'active'
  | 'denied'
  | 'busy'
  | 'unable'
  | 'crashed'
  | 'absent'
  | 'ended'
  | 'left'
  | 'cut'
  | 'not-the-machine';

export interface RemoteSessionOptions {
  readonly machine: MachineId;
  readonly reason: string;
  readonly mode: RemoteMode;
  /** With a terminal and file transfer. */
  readonly shell: boolean;
  readonly target: HTMLElement;
  /** `by` is the connected person, when busy. */
  readonly onPhase: (phase: RemotePhase, by: string) => void;
  /** The requested content of the machine's clipboard. */
  readonly onClipboard: (text: string) => void;
}

export interface RemoteSession {
  /** The screen, once connected. */
  readonly screen: () => RFB | null;
  /** Terminal and file transfer, once allowed. */
  readonly shell: () => ShellChannel | null;
  /** Whether the machine's owner forbids the requested terminal and file transfer. */
  readonly isShellForbidden: () => boolean;
  readonly monitors: () => readonly RemoteMonitor[];
  readonly ask: (request: RemoteRequest) => void;
  readonly end: () => void;
}

const OPEN: ReadonlySet<RemotePhase> = new Set<RemotePhase>(['connecting', 'asking', 'informing', 'active']);

/** Whether the session may still be established. */
export function isOpen(phase: RemotePhase | undefined): boolean {
  return phase !== undefined && OPEN.has(phase);
}

/** Opens a machine's screen in an element. @throws ApiError if the server refuses. */
export async function openRemote(options: RemoteSessionOptions): Promise<RemoteSession> {
  const { machine, reason, mode, shell: wantsShell, target, onPhase, onClipboard } = options;
  const { default: Screen } = await import('@novnc/novnc');
  const key = await createViewerKey();
  const body = { reason, mode, shell: wantsShell, viewerKey: key.text };
  const { path, token } = await call(controlMachine, { params: { id: machine }, body });
  let phase: RemotePhase = 'connecting';
  let rfb: RFB | null = null;
  let shell: ShellChannel | null = null;
  let isShellForbidden = false;
  let monitors: readonly RemoteMonitor[] = [];
  // The first end is the reason; consequences do not replace it.
  const set = (next: RemotePhase, by = '') => {
    if (!isOpen(phase)) return;
    phase = next;
    onPhase(next, by);
  };
  const channel: RawChannel = {
    binaryType: 'arraybuffer',
    protocol: '',
    readyState: 'open',
    onopen: null,
    onmessage: null,
    onerror: null,
    onclose: null,
    send: (data) => way.send('screen', data.slice()),
    close: () => way.close(),
  };
  function ask(request: RemoteRequest): void {
    way.send('control', new TextEncoder().encode(JSON.stringify(request)));
  }
  function show(password: string): void {
    rfb = new Screen(target, channel, { credentials: { password } });
    rfb.viewOnly = mode === 'view';
    rfb.scaleViewport = true;
    rfb.background = 'transparent';
    rfb.addEventListener('connect', () => set('active'));
  }
  function hear(news: RemoteNews): void {
    switch (news.type) {
      case 'ready':
        monitors = news.monitors;
        isShellForbidden = wantsShell && !news.shell;
        shell = news.shell ? new ShellChannel((channel, bytes) => way.send(channel, bytes), ask) : null;
        show(news.password);
        break;
      case 'clipboard':
        onClipboard(news.text);
        break;
      case 'busy':
        set('busy', news.by);
        break;
      case 'asking':
      case 'informing':
      case 'denied':
      case 'unable':
      case 'crashed':
      case 'ended':
        set(news.type);
        break;
      default:
        shell?.hear(news);
    }
  }
  const address = new URL(apiAddress(path, true), location.href).href.replace(/^http/, 'ws');
  const way = new SealedChannel(
    { address, token },
    { path, machine, key },
    {
      news: hear,
      screen: (data) => channel.onmessage?.({ data }),
      terminal: (bytes) => shell?.onOutput(new Uint8Array(bytes)),
      file: (bytes) => shell?.take(bytes),
      closed(fault) {
        channel.readyState = 'closed';
        channel.onclose?.({ code: 1000, reason: '' });
        shell?.close();
        if (fault instanceof NotTheMachineError) set('not-the-machine');
        else set(phase === 'connecting' ? 'absent' : 'cut');
      },
    },
  );
  onPhase(phase, '');
  return {
    screen: () => rfb,
    shell: () => shell,
    isShellForbidden: () => isShellForbidden,
    monitors: () => monitors,
    ask,
    end() {
      set('left');
      way.close();
    },
  };
}
