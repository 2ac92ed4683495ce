/**
 * The way to a machine's screen. The cloud joins two WebSockets and passes their binary messages on as they are (RFB);
 * each side names its own token as the second subprotocol, because browsers cannot set a header there.
 */
export const REMOTE_PATH = '/remote';
export const REMOTE_SUBPROTOCOL = 'berth-remote';
/** Time for both sides to come. */
export const REMOTE_OPEN_MS = 60_000;
/** Longest time that a way stays open. */
export const REMOTE_MAX_MS = 8 * 3_600_000;

/** Payload of the command `remote`. */
export interface RemotePayload {
  /** Below the cloud's origin. */
  readonly path: string;
  readonly token: string;
  /** At most eight characters: all that RFB's password login looks at. */
  readonly password: string;
}

/** How a way ends. */
export const REMOTE_CLOSE = {
  badToken: 4401,
  /** The other side has gone. */
  left: 4410,
  /** Whoever opened it may not use it any more. */
  removed: 4403,
  expired: 4408,
} as const;
