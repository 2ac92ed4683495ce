import { glyphs } from 'virtual:berth-glyphs';
import type { GlyphName } from './glyph-names.ts';

interface GlyphProps {
  readonly name: GlyphName;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** An icon next to a text, in its color. A fraction of the size of an icon component. */
export function Glyph({ name, size = 20, className }: GlyphProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 32 ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={glyphs[name]} />
    </svg>
  );
}
