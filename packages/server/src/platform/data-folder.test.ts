import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installationSecret, prepareDataFolder } from './data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'berth-data-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the data folder', () => {
  it('is created with its parent folders', () => {
    const path = prepareDataFolder(join(folder, 'a/b'));
    expect(statSync(path).isDirectory()).toBe(true);
    expect(statSync(path).mode & 0o066).toBe(0);
  });

  it('is the same folder by any path', () => {
    symlinkSync(folder, join(folder, 'link'));
    expect(prepareDataFolder(join(folder, 'link'))).toBe(prepareDataFolder(folder));
  });

  it.each([
    ['a file is in its place', 'file'],
    ['a part of its path is a file', 'file/data'],
  ])('is rejected if %s', (reason, path) => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepareDataFolder(join(folder, path))).toThrow(reason);
  });
});

describe("the installation's secret", () => {
  it('is created once, readable by its owner only', () => {
    const secret = installationSecret(folder);
    expect(secret).toHaveLength(32);
    expect(installationSecret(folder)).toEqual(secret);
    expect(statSync(join(folder, 'secret')).mode & 0o077).toBe(0);
    rmSync(join(folder, 'secret'));
    expect(installationSecret(folder)).not.toEqual(secret);
  });

  it('is not replaced if its file was damaged', () => {
    writeFileSync(join(folder, 'secret'), 'half\n');
    expect(() => installationSecret(folder)).toThrow(
      expect.objectContaining({ name: 'StartError', advice: expect.stringContaining('backup') }),
    );
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('half\n');
  });
});
