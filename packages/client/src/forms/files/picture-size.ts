/** The longest side, in pixels, that a picture of this many characters of base64 is scaled down to. */
export function longestSide(maxLength: number): number {
  if (maxLength <= 512 * 1024) return 512;
  return maxLength <= 2 * 1024 * 1024 ? 1920 : 3840;
}

/** The size at which the longest side is at most `side`; pictures are never scaled up. */
export function fitSize(size: { width: number; height: number }, side: number): { width: number; height: number } {
  const factor = Math.min(1, side / Math.max(size.width, size.height, 1));
  return {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  };
}

/** Bytes that a base64 data URL stands for. */
export function bytesOf(dataUrl: string): number {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Math.floor((base64.length * 3) / 4) - (base64.match(/=+$/)?.[0].length ?? 0);
}
