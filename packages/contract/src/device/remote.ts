/**
 * The way to a machine's screen. The cloud joins two WebSockets and passes their binary messages on as they are (RFB);
 * each side names its own token as the second subprotocol, because browsers cannot set a header there.
 */
export const REMOTE_PATH = '/remote';
export const REMOTE_SUBPROTOCOL = 'berth-remote';
/** Time for both sides to connect. */
export const REMOTE_OPEN_MS = 60_000;
/** Longest time that a way stays open. */
export const REMOTE_MAX_MS = 8 * 3_600_000;

export const REMOTE_MODES = ['control', 'view'] as const;
export type RemoteMode = (typeof REMOTE_MODES)[number];

/** How long the machine's user has for an answer; for saying no, where the profile only informs (profile/system.ts). */
export const REMOTE_CONSENT_MS = 45_000;
export const REMOTE_INFORM_MS = 10_000;

/** The cloud pings both sides so often; a side silent for longer than REMOTE_SILENT_MS is disconnected. */
export const REMOTE_PING_MS = 5_000;
export const REMOTE_SILENT_MS = 15_000;

/**
 * The machine's first message: its one-time key, and the proof that the machine with this id made it for this viewer.
 * Ed25519 over `remoteTranscript`; the id is a hash of the public key (ids.ts). Every message after it is AES-256-GCM
 * under a key of its direction, with the message's number as nonce: the cloud passes on what it cannot read or change.
 */
export interface RemoteHello {
  readonly version: 1;
  /** Raw keys in base64url. */
  readonly publicKey: string;
  readonly key: string;
  readonly signature: string;
}

export function remoteTranscript(path: string, viewerKey: string, key: string): string {
  return ['berth remote 1', path, viewerKey, key].join('\n');
}

/** HKDF's info for the key of each direction. */
export const REMOTE_KEYS = { toMachine: 'berth remote to machine', toViewer: 'berth remote to viewer' } as const;

/** First byte of what is inside a message. */
export const REMOTE_CHANNEL = { control: 0, screen: 1, terminal: 2, file: 3 } as const;

/** A monitor's place on the whole screen, in pixels. */
export interface RemoteMonitor {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the machine says beside the picture: JSON. `password` is for the screen server's own login. */
export type RemoteNews =
  /** Its user is asked; is told, and can still say no; has said no; has ended it. */
  | { readonly type: 'asking' | 'informing' | 'denied' | 'ended' }
  | { readonly type: 'busy'; readonly by: string }
  /** It has no screen to show, or no program to show it with. */
  | { readonly type: 'unable' }
  /** `shell` is false also where the machine's owner forbids it. */
  | {
      readonly type: 'ready';
      readonly password: string;
      readonly mode: RemoteMode;
      readonly shell: boolean;
      readonly monitors: readonly RemoteMonitor[];
    }
  | { readonly type: 'clipboard'; readonly text: string }
  | { readonly type: 'terminal-ended' }
  /** A file's bytes follow on their channel. */
  | { readonly type: 'file'; readonly name: string; readonly size: number }
  /** How many bytes of the viewer's file have been written so far; and that it is whole, and where. */
  | { readonly type: 'received'; readonly bytes: number }
  | { readonly type: 'stored'; readonly path: string }
  | { readonly type: 'file-failed'; readonly message: string };

/** What the viewer asks for beside the picture: JSON. */
export type RemoteRequest =
  | { readonly type: 'read-clipboard' }
  | { readonly type: 'write-clipboard'; readonly text: string }
  | { readonly type: 'open-terminal' | 'resize-terminal'; readonly columns: number; readonly rows: number }
  | { readonly type: 'close-terminal' }
  /** Its bytes follow on their channel. `path` is absolute. */
  | { readonly type: 'put'; readonly path: string; readonly size: number }
  | { readonly type: 'get'; readonly path: string };

/** Largest file that is sent or fetched, in bytes. */
export const REMOTE_FILE_MAX = 512 * 1024 * 1024;
/** A viewer's file is sent in pieces of this size, and so much of it may be on its way, in bytes. */
export const REMOTE_FILE_PIECE = 64 * 1024;
export const REMOTE_FILE_WINDOW = 1024 * 1024;
export const REMOTE_PATH_MAX = 4_096;

/** Longest text that either side takes from the other's clipboard, in characters. */
export const REMOTE_CLIPBOARD_MAX = 256 * 1024;

/** How a way ends. */
export const REMOTE_CLOSE = {
  badToken: 4401,
  /** The other side has gone. */
  left: 4410,
  /** The user who opened it may no longer use it. */
  removed: 4403,
  expired: 4408,
} as const;
