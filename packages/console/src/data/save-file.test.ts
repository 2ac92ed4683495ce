import { expect, it, test } from 'vitest';
import { fileName, forPeople } from './save-file.ts';

it.each([
  [null, undefined],
  ['attachment', undefined],
  ['attachment; filename="a.zip"', 'a.zip'],
  [`attachment; filename="_.csv"; filename*=UTF-8''%C3%84rger%20%27x%27.csv`, "Ärger 'x'.csv"],
])('the name of the file in %j is %j', (header, name) => {
  expect(fileName(header)).toBe(name);
});

const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

test('CSV files start with a byte order mark', async () => {
  const table = forPeople(new Blob(['Jürgen'], { type: 'text/csv;charset=utf-8' }));
  expect(await bytesOf(table)).toEqual([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Jürgen')]);
  expect(table.type).toBe('text/csv;charset=utf-8');
});

test('other files stay unchanged', async () => {
  const invoice = new Blob(['%PDF-'], { type: 'application/pdf' });
  expect(forPeople(invoice)).toBe(invoice);
});
