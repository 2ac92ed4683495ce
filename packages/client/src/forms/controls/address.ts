const BARE_HOST = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*\.)+\p{L}{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/u;

/** The address with https:// where somebody wrote a host only; anything else as it is. */
export function withScheme(text: string): string {
  const trimmed = text.trim();
  return BARE_HOST.test(trimmed) ? `https://${trimmed}` : trimmed;
}
