const CODE = /^[1-3][0-9a-f]{8}$/;

/** A one-time code as it was typed, without its gaps; null for what is none. */
export function readCode(typed: string): string | null {
  const plain = typed.toLowerCase().replaceAll(/\s/g, '');
  return CODE.test(plain) ? plain : null;
}
