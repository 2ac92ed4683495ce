/** The nonce of this response's policy, from the meta element that Vite writes; empty if not set. */
export function cspNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}
