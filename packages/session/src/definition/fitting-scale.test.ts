import { expect, test } from 'vitest';
import { fittingScale, type HomeParts } from './fitting-scale.ts';

const NOTHING: HomeParts = { info: false, logo: false, guide: false, calendar: false, bar: true };
const FULL_HD = { width: 1920, height: 1080 };
const scale = (uiScale: number, screen = FULL_HD, parts: Partial<HomeParts> = {}, textScale = 1) =>
  fittingScale({ uiScale, textScale, parts: { ...NOTHING, ...parts } }, screen);

test('a scale that leaves room for two rows of four tiles and the Status Bar is used unchanged', () => {
  expect(scale(1)).toBe(1);
  expect(scale(2)).toBe(2);
  expect(scale(4, { width: 3840, height: 2160 })).toBe(4);
});

test.each([
  { what: 'a small screen', wanted: 4, screen: { width: 1280, height: 720 }, parts: {}, text: 1 },
  { what: 'a narrow screen', wanted: 4, screen: { width: 1080, height: 1920 }, parts: {}, text: 1 },
  { what: 'Info Section and share card', wanted: 4, screen: FULL_HD, parts: { info: true, guide: true }, text: 1 },
  { what: 'large text', wanted: 4, screen: FULL_HD, parts: { info: true, logo: true }, text: 1.6 },
  { what: 'a calendar', wanted: 3, screen: { width: 1366, height: 768 }, parts: { calendar: true }, text: 1 },
])(
  'with $what it is as large as two rows of four tiles and the Status Bar allow',
  ({ wanted, screen, parts, text }) => {
    const got = scale(wanted, screen, parts, text);
    expect(got).toBeGreaterThan(1);
    expect(got).toBeLessThan(wanted);
    const { info, guide, logo, calendar } = { ...NOTHING, ...parts };
    const rem = 16 * text;
    const lines = (guide || info || logo ? 1 : 0) + (calendar ? 1 : 0);
    const spare = {
      width: screen.width / got - (4 * 8.25 * rem + 3 * 16 + 2 * 24),
      height: screen.height / got - (2 * 6.25 * rem + 3 * 16 + lines * (5.5 * rem + 16) + 3 * rem),
    };
    expect(Math.min(spare.width, spare.height)).toBeCloseTo(0, 5);
  },
);

test('a screen too small for the default scale keeps it', () => {
  expect(scale(3, { width: 640, height: 360 }, { info: true, guide: true })).toBe(1);
});
