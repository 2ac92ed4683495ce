import { expect, it } from 'vitest';
import { readTable } from './spreadsheet.ts';

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

it('reads CSV as spreadsheets save it, and says which encoding it assumed', () => {
  const utf16 = new Uint8Array(Buffer.from('\uFEFFid\tname\nA\tKüche', 'utf16le'));
  expect(readTable(new Uint8Array(Buffer.from('\uFEFFid;name\nA;Küche')), 'deu')).toEqual({
    text: 'id;name\nA;Küche',
    assumed: undefined,
  });
  expect(readTable(utf16, 'deu')).toEqual({ text: 'id\tname\nA\tKüche', assumed: undefined });
  expect(readTable(latin1('id;name\nA;Küche'), 'deu')).toEqual({ text: 'id;name\nA;Küche', assumed: 'Windows-1252' });
  expect(readTable(latin1('id;name\nA;Êóõíÿ'), 'rus')).toEqual({ text: 'id;name\nA;Кухня', assumed: 'Windows-1251' });
});

it('refuses a workbook', () => {
  expect(readTable(latin1('PK\x03\x04\x14\x00\x06\x00\x08\x00ÿ'), 'eng')).toBeUndefined();
});
