import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Slide } from '@berth/contract/profile/screensaver';

/** A slide with content. */
export type ShownSlide = {
  readonly title: string;
  readonly content: string;
  readonly seconds: number;
} & ({ readonly type: 'text' } | { readonly type: 'image' | 'video'; readonly source: string });

/** The screensaver's slides in order, each with its own duration or the default. */
export function slidesOf({ slides, duration }: ProfileDefinition['thinhoc']['screensaver']): ShownSlide[] {
  return slides.flatMap((slide) => shown(slide, duration));
}

function shown({ type, title, content, image, video, duration }: Slide, byDefault: number): ShownSlide[] {
  const slide = { title, content, seconds: duration ?? byDefault };
  if (type === 'text') return title || content ? [{ ...slide, type }] : [];
  const source = type === 'image' ? image : video;
  return source === undefined ? [] : [{ ...slide, type, source }];
}
