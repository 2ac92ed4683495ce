import { expect, test } from 'vitest';
import { partsOf } from './webhooks-page.tsx';

test.each([
  ['https://hooks.example/machines/all', ['https://hooks.example/', 'machines/', 'all']],
  ['https://hooks.example', ['https://hooks.example']],
  ['https://hooks.example/a/', ['https://hooks.example/', 'a/']],
])('%s breaks after its slashes only', (address, parts) => {
  const texts = partsOf(address).map(({ text }) => text);
  expect(texts).toEqual(parts);
  expect(texts.join('')).toBe(address);
});
