import { expect, test } from 'vitest';
import { forPeople } from './save-file.ts';

const bytesOf = async (blob: Blob) => [...new Uint8Array(await blob.arrayBuffer())];

test('a table begins with the mark that tells a spreadsheet its encoding', async () => {
  const table = forPeople(new Blob(['Jürgen'], { type: 'text/csv;charset=utf-8' }));
  expect(await bytesOf(table)).toEqual([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Jürgen')]);
  expect(table.type).toBe('text/csv;charset=utf-8');
});

test('any other file stays as it is', async () => {
  const invoice = new Blob(['%PDF-'], { type: 'application/pdf' });
  expect(forPeople(invoice)).toBe(invoice);
});
