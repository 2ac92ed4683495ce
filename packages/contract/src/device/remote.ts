/**
 * The connection to a machine's screen. The cloud relays binary messages (RFB) between two WebSockets unchanged; each
 * side sends its own token as the second subprotocol, because browsers cannot set a header there.
 */
export const REMOTE_PATH = '/remote';
export const REMOTE_SUBPROTOCOL = 'berth-remote';
/** Time limit for both sides to connect. */
export const REMOTE_OPEN_MS = 60_000;
/** Maximum duration of a connection. */
export const REMOTE_MAX_MS = 8 * 3_600_000;

export const REMOTE_MODES = ['control', 'view'] as const;
export type RemoteMode = (typeof REMOTE_MODES)[number];

/** How long the machine's user has for an answer; for saying no, where the profile only informs (profile/system.ts). */
export const REMOTE_CONSENT_MS = 45_000;
export const REMOTE_INFORM_MS = 10_000;

/** The cloud's ping interval; a side silent for longer than REMOTE_SILENT_MS is disconnected. */
export const REMOTE_PING_MS = 5_000;
export const REMOTE_SILENT_MS = 15_000;

/**
 * The machine's first message: its one-time key, and the proof that the machine with this ID created it for this viewer:
 * Ed25519 over `remoteTranscript`; the ID is a hash of the public key (ids.ts). All later messages are AES-256-GCM with
 * a key per direction and the message's number as nonce: the cloud can neither read nor change what it relays.
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

/** HKDF info for the key of each direction. */
export const REMOTE_KEYS = { toMachine: 'berth remote to machine', toViewer: 'berth remote to viewer' } as const;

/** First byte of a decrypted message. */
export const REMOTE_CHANNEL = { control: 0, screen: 1, terminal: 2, file: 3 } as const;

/** A monitor's place on the whole screen, in pixels. */
export interface RemoteMonitor {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The machine's control messages: JSON. `password` is for the screen server's own login. */
export type RemoteNews =
  /** Its user was asked; was informed, and can still decline; declined; ended it. */
  | { readonly type: 'asking' | 'informing' | 'denied' | 'ended' }
  | { readonly type: 'busy'; readonly by: string }
  /** It has no screen, or no program that shows it. */
  | { readonly type: 'unable' }
  /** The program that shows its screen ended by itself. */
  | { readonly type: 'crashed' }
  /** `shell` is also false if the machine's owner forbids it. */
  | {
      readonly type: 'ready';
      readonly password: string;
      readonly mode: RemoteMode;
      readonly shell: boolean;
      readonly monitors: readonly RemoteMonitor[];
    }
  | { readonly type: 'clipboard'; readonly text: string }
  | { readonly type: 'terminal-ended' }
  /** The file's bytes follow on their channel. */
  | { readonly type: 'file'; readonly name: string; readonly size: number }
  /** Written bytes of the viewer's file so far; then its completion with its path. */
  | { readonly type: 'received'; readonly bytes: number }
  | { readonly type: 'stored'; readonly path: string }
  | { readonly type: 'file-failed'; readonly message: string };

/** The viewer's control messages: JSON. */
export type RemoteRequest =
  | { readonly type: 'read-clipboard' }
  | { readonly type: 'write-clipboard'; readonly text: string }
  | { readonly type: 'open-terminal' | 'resize-terminal'; readonly columns: number; readonly rows: number }
  | { readonly type: 'close-terminal' }
  /** The file's bytes follow on their channel. `path` is absolute. */
  | { readonly type: 'put'; readonly path: string; readonly size: number }
  | { readonly type: 'get'; readonly path: string };

/** Maximum size of a transferred file, in bytes. */
export const REMOTE_FILE_MAX = 512 * 1024 * 1024;
/** Piece size of a viewer's file, and maximum of unconfirmed data, in bytes. */
export const REMOTE_FILE_PIECE = 64 * 1024;
export const REMOTE_FILE_WINDOW = 1024 * 1024;
export const REMOTE_PATH_MAX = 4_096;

/** Maximum length of a text from the other side's clipboard, in characters. */
export const REMOTE_CLIPBOARD_MAX = 256 * 1024;

/** Close codes of a connection. */
export const REMOTE_CLOSE = {
  badToken: 4401,
  /** The other side disconnected. */
  left: 4410,
  /** The user who opened it no longer has permission. */
  removed: 4403,
  expired: 4408,
} as const;
