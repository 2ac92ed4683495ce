/** Who a passkey is for: the public address's host, and the page that may use it. */
export interface RelyingPartyNames {
  readonly id: string;
  readonly origin: string;
}

/** WebAuthn's names for our public address. */
export function relyingPartyNames(publicUrl: string): RelyingPartyNames {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** The library is loaded with the first passkey: most starts never see one. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}
