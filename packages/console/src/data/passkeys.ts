/** Passkeys by the browser's own WebAuthn (Level 3): the server makes the options and checks what comes back. */
type Json = Record<string, unknown>;

/** Whether this browser, on this page, can make and use passkeys. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

/** Has the person's device make a passkey; undefined when they leave the browser's dialog. */
export async function createPasskey(options: unknown): Promise<Json | undefined> {
  // The server's options are WebAuthn's own JSON form, as its tests show.
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return jsonOf(() => navigator.credentials.create({ publicKey }));
}

/** Has the person prove a passkey; undefined when they leave the browser's dialog. */
export async function provePasskey(options: unknown): Promise<Json | undefined> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return jsonOf(() => navigator.credentials.get({ publicKey }));
}

async function jsonOf(ask: () => Promise<Credential | null>): Promise<Json | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : undefined;
  } catch (error) {
    // What a browser says when somebody cancels, or waits too long.
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) {
      return undefined;
    }
    throw error;
  }
}
