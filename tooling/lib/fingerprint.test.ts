import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contentPrint, filesOf, quickPrint } from './fingerprint.mjs';

let folder: string;
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const quick = () => quickPrint(filesOf([folder]));
const content = () => contentPrint(filesOf([folder]));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-print-'));
  mkdirSync(join(folder, 'dist'));
  write('a.ts', 'one');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('changes with a file, a name and a new file, not with tests and build output', () => {
  const before = [quick(), content()];
  write('a.test.ts', 'test');
  write('dist/a.js', 'built');
  expect([quick(), content()]).toEqual(before);
  write('b.ts', 'two');
  expect(quick()).not.toBe(before[0]);
  expect(content()).not.toBe(before[1]);
});

it('compares a touched file by its content', () => {
  const before = { quick: quick(), content: content() };
  utimesSync(join(folder, 'a.ts'), 1, 1);
  expect(quick()).not.toBe(before.quick);
  expect(content()).toBe(before.content);
  write('a.ts', 'two');
  expect(content()).not.toBe(before.content);
});
