import { OWNED_PEER_ID } from '@berth/contract/api/signaling';
import { hexOf, randomHex } from '@berth/web/lib/random-hex.ts';

/** Survives a page reload: guests reconnect to it in the same session. */
export interface HostIdentity {
  readonly token: string;
  /** Which of the three signaling servers, 1 to 3. */
  readonly server: number;
  /** Keys of admitted guests. */
  readonly known: readonly string[];
}

const STORAGE_KEY = 'mirror-host';
const SERVERS = 3;

/** The stored identity, or a new one. */
export function loadIdentity(): HostIdentity {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  return stored === null ? newIdentity() : (JSON.parse(stored) as HostIdentity);
}

/** A new identity at a random server. */
export function newIdentity(): HostIdentity {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return { token: randomHex(16), server: 1 + (random % SERVERS), known: [] };
}

/** The peer ID for guests: signaling servers give this ID only to the holder of the token. */
export async function peerIdOf({ token }: HostIdentity): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return `${OWNED_PEER_ID.prefix}${hexOf(new Uint8Array(hash)).slice(0, OWNED_PEER_ID.digits)}`;
}

export function storeIdentity(identity: HostIdentity): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(identity));
}
