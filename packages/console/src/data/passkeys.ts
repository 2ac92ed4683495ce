/** Passkeys by the browser's WebAuthn API (Level 3): the server creates the options and verifies the result. */
type Json = Record<string, unknown>;

/** Whether this browser supports passkeys on this page. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Creates a passkey; undefined when the browser's dialog is canceled. */
export async function createPasskey(options: unknown): Promise<Json | undefined> {
  // The server's options are in WebAuthn's JSON format, as its tests show.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return jsonOf(() => navigator.credentials.create({ publicKey }));
}

/** Authenticates with a passkey; undefined when the browser's dialog is canceled. */
export async function provePasskey(options: unknown): Promise<Json | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return jsonOf(() => navigator.credentials.get({ publicKey }));
}

async function jsonOf(ask: () => Promise<Credential | null>): Promise<Json | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : undefined;
  } catch (error) {
    // The browser's errors for a canceled or timed-out dialog.
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) {
      return undefined;
    }
    throw error;
  }
}
