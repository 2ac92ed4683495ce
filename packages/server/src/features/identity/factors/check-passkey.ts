import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import Type from 'typebox';
import { matcher } from '../../../platform/schema.ts';
import type { PasskeyRow } from './store-passkeys.ts';

const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 16_384 });
const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
};

/** The browser's reply, as far as the checks below read it; the library reads the encoded bytes. */
const Registration = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 10 })),
  }),
});
const fitsRegistration = matcher(Registration);
const Authentication = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: Type.Optional(Base64Url),
  }),
});
const fitsAuthentication = matcher(Authentication);

/** Returns the ID that a presented credential claims. */
export function claimedId(value: unknown): string | undefined {
  return fitsAuthentication(value) ? value.id : undefined;
}

/** Returns a new passkey if it signed the challenge for our page with user verification. */
export async function checkNewPasskey(
  value: unknown,
  challenge: string,
  publicUrl: string,
): Promise<Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports'> | undefined> {
  if (!fitsRegistration(value)) return undefined;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { id, origin } = relyingPartyNames(publicUrl);
  const result = await verifyRegistrationResponse({
    response: value satisfies RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { credential: made } = result.registrationInfo;
  return {
    credential_id: made.id,
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: value.response.transports ?? [],
  };
}

/** Returns the passkey's new counter if it signed the challenge for our page with user verification. */
export async function checkPasskeyLogin(
  value: unknown,
  passkey: PasskeyRow,
  challenge: string,
  publicUrl: string,
): Promise<number | undefined> {
  if (!fitsAuthentication(value)) return undefined;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { id, origin } = relyingPartyNames(publicUrl);
  const result = await verifyAuthenticationResponse({
    response: value satisfies AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.credential_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
    },
  }).catch(() => undefined);
  return result?.verified ? result.authenticationInfo.newCounter : undefined;
}

/** The relying party of a passkey: the public host name, and the origin that can use it. */
interface RelyingPartyNames {
  readonly id: string;
  readonly origin: string;
}

/** Returns WebAuthn's names for our public address. */
export function relyingPartyNames(publicUrl: string): RelyingPartyNames {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/** Loads the library on first use: most servers never see a passkey. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}
