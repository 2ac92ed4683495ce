export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Where the card stands beside what it speaks of: below a target in the upper half of the screen, above one in the
 * lower half, and inside one that fills both.
 */
export function cardPlace({ left, top, width, height }: Box, screen: Size): Record<string, string> {
  const center = Math.min(screen.width - 240, Math.max(240, left + width / 2));
  const place = { left: `${center}px`, translate: '-50% 0' };
  const below = screen.height - (top + height);
  if (top > below && top > 260) return { ...place, bottom: `${screen.height - top + 16}px` };
  if (below > 260) return { ...place, top: `${top + height + 16}px` };
  return { ...place, top: `${top + height / 2}px`, translate: '-50% -50%' };
}
