import type { IndexedDbDPoPStore } from 'oidc-client-ts';

/**
 * The key that refresh tokens of this browser are bound to (DPoP, RFC 9449). It cannot be read out of the browser, so a
 * refresh token that was copied elsewhere renews nothing. All tabs share it: they make it one after another, or a tab
 * would hold tokens for a key that another one has overwritten. Undefined where the browser keeps no keys, as in some
 * private windows: then the provider rotates the refresh tokens.
 */
export async function proofKeys(clientId: string): Promise<IndexedDbDPoPStore | undefined> {
  const { DPoPState, IndexedDbDPoPStore: Store } = await import('oidc-client-ts');
  const keys = new Store();
  const ensure = async () => {
    if ((await keys.getAllKeys()).includes(clientId)) return;
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
    await keys.set(clientId, new DPoPState(await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])));
  };
  try {
    await navigator.locks.request('berth proof key', ensure);
    return keys;
  } catch {
    return undefined;
  }
}
