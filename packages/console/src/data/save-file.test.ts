import { expect, it } from 'vitest';
import { fileName } from './save-file.ts';

it.each([
  [null, undefined],
  ['attachment', undefined],
  ['attachment; filename="a.zip"', 'a.zip'],
  [`attachment; filename="_.csv"; filename*=UTF-8''%C3%84rger%20%27x%27.csv`, "Ärger 'x'.csv"],
])('the name of the file in %j is %j', (header, name) => {
  expect(fileName(header)).toBe(name);
});
