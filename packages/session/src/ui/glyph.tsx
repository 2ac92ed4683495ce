import { glyphs } from 'virtual:berth-glyphs';
import type { GlyphName } from './glyph-names.ts';
import { Outline, type OutlineProps } from './outline.tsx';

interface GlyphProps extends Omit<OutlineProps, 'path'> {
  readonly name: GlyphName;
}

/** One of the session's icons. Loaded after the first screen, which has {@link Outline} and its own few. */
export function Glyph({ name, ...outline }: GlyphProps) {
  return <Outline path={glyphs[name]} {...outline} />;
}
