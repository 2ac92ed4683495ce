import { expect, it } from 'vitest';
import { currentTexts } from './store.ts';

it('speaks English until the texts of the reader’s locale are there', () => {
  const texts = currentTexts();
  expect(texts.language).toBe('eng');
  expect(texts.number(1234.5)).toBe('1,234.5');
});
