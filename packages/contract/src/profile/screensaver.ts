import Type from 'typebox';
import { SCREENSAVER_DURATION_S_DEFAULT, SCREENSAVER_SHOW_AFTER_S } from '../limits.ts';
import { equals, equalsDefault, needs, rule } from './conditions.ts';
import { choice, flag, item, list, section, whole } from './schema.ts';
import { line, pageAddress, picture, text } from './texts.ts';

export const SLIDE_TYPES = ['image', 'video', 'text'] as const;

/** One slide; `duration` in seconds replaces the screensaver's. Videos are stored by URL only. */
export const Slide = item(
  {
    type: choice(SLIDE_TYPES, 'image'),
    title: line(256, { default: '', perMachine: 'text' }),
    content: text(4096, { default: '', perMachine: 'text' }),
    image: Type.Optional(picture(2 * 1024 * 1024, 'picture')),
    video: Type.Optional(pageAddress()),
    duration: Type.Optional(whole({ minimum: 1, maximum: 86_400 })),
  },
  {
    allOf: [rule(equalsDefault('type', 'image'), needs('image')), rule(equals('type', 'video'), needs('video'))],
  },
);
export type Slide = Type.Static<typeof Slide>;

/** `show_after` is the idle time in seconds until it starts, `duration` the seconds per slide. */
export const Screensaver = section(
  {
    enabled: flag(false),
    fullscreen: flag(true),
    bring_to_foreground: flag(true),
    duration: whole({ minimum: 1, maximum: 86_400, default: SCREENSAVER_DURATION_S_DEFAULT }),
    show_after: whole({
      minimum: SCREENSAVER_SHOW_AFTER_S.min,
      maximum: 86_400,
      default: SCREENSAVER_SHOW_AFTER_S.default,
    }),
    slides: list(Slide, { maxItems: 50 }),
  },
  { required: ['duration', 'slides'] },
);
