import type { Texts } from '@berth/web/i18n/texts.ts';
import { expect, it } from 'vitest';
import { shownValue } from './differences.tsx';

const APP = 'apps.thinhoc::rdp-client.name';
const texts = { t: (key: string) => key, has: (key: string) => key === APP } as unknown as Texts;

it.each([
  [true, 'console.history.on'],
  [7, '7'],
  ['Company', 'Company'],
  [{ icon: { type: 'symbol' }, display_name: 'Mail' }, 'Mail'],
  [[{ display_name: 'Mail' }, { display_name: 'Wiki' }], 'Mail, Wiki'],
  [['DE', 'FR'], 'DE, FR'],
  ['thinhoc::rdp-client', APP],
  [['thinhoc::rdp-client', 'thinhoc::newer'], `${APP}, thinhoc::newer`],
  [{ index: 0 }, '{"index":0}'],
  [[], '[]'],
])('%j is shown as %s', (value, words) => {
  expect(shownValue(value, texts)).toBe(words);
});

it('truncates long values, such as images', () => {
  expect(shownValue('x'.repeat(1_000), texts)).toHaveLength(241);
});
