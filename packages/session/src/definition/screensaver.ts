import { SCREENSAVER_DURATION_S_DEFAULT, SCREENSAVER_SHOW_AFTER_S } from '@berth/contract/limits';
import { type Fields, fieldsAt, flagOf, listOf, numberOf, pictureOf, textOf } from './fields.ts';

export interface Slide {
  readonly type: 'image' | 'video' | 'text';
  readonly title: string;
  readonly content: string;
  /** A picture's data or a video's address. */
  readonly source: string;
  readonly seconds: number;
}

/** Spec chapter 3, screensaver. */
export interface Screensaver {
  readonly enabled: boolean;
  /** Idle milliseconds until it shows. */
  readonly showAfterMs: number;
  readonly fullscreen: boolean;
  /** Comes to the front, whatever window a person left there. */
  readonly toFront: boolean;
  /** Those that have something to show. */
  readonly slides: readonly Slide[];
}

const DAY_S = 86_400;

export function screensaverOf(definition: Fields): Screensaver {
  const fields = fieldsAt(definition, 'thinhoc', 'screensaver');
  const duration = numberOf(fields, 'duration', { min: 1, max: DAY_S, default: SCREENSAVER_DURATION_S_DEFAULT });
  const { min, default: byDefault } = SCREENSAVER_SHOW_AFTER_S;
  return {
    enabled: flagOf(fields, 'enabled', false),
    showAfterMs: numberOf(fields, 'show_after', { min, max: DAY_S, default: byDefault }) * 1_000,
    fullscreen: flagOf(fields, 'fullscreen', true),
    toFront: flagOf(fields, 'bring_to_foreground', true),
    slides: listOf(fields, 'slides').flatMap((slide) => slideOf(slide, duration)),
  };
}

function slideOf(fields: Fields, duration: number): Slide[] {
  const slide = {
    title: textOf(fields, 'title'),
    content: textOf(fields, 'content'),
    seconds: numberOf(fields, 'duration', { min: 1, max: DAY_S, default: duration }),
  };
  switch (textOf(fields, 'type', 'image')) {
    case 'image': {
      const source = pictureOf(fields, 'image');
      return source === undefined ? [] : [{ ...slide, type: 'image', source }];
    }
    case 'video': {
      const source = textOf(fields, 'video');
      return /^https?:/i.test(source) ? [{ ...slide, type: 'video', source }] : [];
    }
    case 'text':
      return slide.title || slide.content ? [{ ...slide, type: 'text', source: '' }] : [];
    default:
      return [];
  }
}
