import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSmallScreen } from '../../testing/x-servers.ts';
import { middles, readBitmap } from './brand.ts';
import { XConnection } from './x-connection.ts';

const [RED, GREEN, BLUE, WHITE] = ['0000ff', '00ff00', 'ff0000', 'ffffff'] as const;

/** Two pixels by two, in rows that end at four bytes. */
async function bitmap(bits = 24): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-brand-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54, 10);
  header.writeInt32LE(2, 18);
  header.writeInt32LE(2, 22);
  header.writeUInt16LE(bits, 28);
  const rows = Buffer.from(`${BLUE}${WHITE}0000${RED}${GREEN}0000`, 'hex');
  const file = join(folder, 'logo.bmp');
  await writeFile(file, Buffer.concat([header, rows]));
  return file;
}

test('reads the boot loader’s picture from the top down', async () => {
  const picture = await readBitmap(await bitmap());
  expect(picture).toMatchObject({ width: 2, height: 2 });
  expect(picture?.data.toString('hex')).toBe(`${RED}00${GREEN}00${BLUE}00${WHITE}00`);
});

test('a system without that picture, or with another kind of it, has none', async () => {
  expect(await readBitmap('/nowhere/logo.bmp')).toBeNull();
  expect(await readBitmap(await bitmap(8))).toBeNull();
});

test('is in the middle of each monitor', () => {
  const monitors = [
    { x: 0, y: 0, width: 1921, height: 1080 },
    { x: 1921, y: 100, width: 100, height: 800 },
  ];
  expect(middles({ width: 160, height: 160 }, monitors)).toEqual([
    { x: 880, y: 460 },
    { x: 1921, y: 420 },
  ]);
});

test('an X server shows it until it is hidden', async () => {
  const x = await XConnection.open(await startSmallScreen());
  onTestFinished(() => x.close());
  const picture = await readBitmap(await bitmap());
  if (!picture) throw new Error('There is no picture.');
  const hide = await x.showPicture(picture, { x: 10, y: 20 });
  const row = 400 * 4;
  const seen = async (): Promise<string[]> => {
    const rows = await x.pixels(20, 2);
    return [40, 44, row + 40, row + 44, 48].map((at) => rows.toString('hex', at, at + 3));
  };
  expect(await seen()).toEqual([RED, GREEN, BLUE, WHITE, '000000']);
  await hide();
  expect(new Set(await seen())).toEqual(new Set(['000000']));
});
