import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const WIDTH = 1520;
const HEIGHT = 1480;
const GAP = 12;
const LABEL = 16;
/** Offsets of a PNG's width and height in its file. */
const [PNG_WIDTH, PNG_HEIGHT] = [16, 20];

interface Slice {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  /** Vertical offset and height of the slice, in pixels of the sheet. */
  readonly top: number;
  readonly part: number;
}

/**
 * Contact sheets of the pictures whose names a pattern finds, so that many can be looked at in one: columns from top to
 * bottom, tall pictures cut into slices. Written to `sheets/` beside them.
 *
 * @param scale Of the pictures on the sheet: 1 as taken.
 */
export async function makeSheets(page: Page, folder: string, name: string, files: RegExp, scale: number) {
  await mkdir(join(folder, 'sheets'), { recursive: true });
  const found = (await readdir(folder)).filter((file) => file.endsWith('.png') && files.test(file)).sort();
  const pictures = await Promise.all(found.map((file) => measured(folder, file, scale)));
  const columnWidth = Math.max(...pictures.map(({ width }) => width)) + GAP;
  const columns = columnsOf(pictures);
  const perSheet = Math.max(1, Math.floor(WIDTH / columnWidth));
  await page.setViewportSize({ width: Math.max(WIDTH, columnWidth), height: HEIGHT });
  for (let at = 0; at < columns.length; at += perSheet) {
    const shown = columns.slice(at, at + perSheet);
    await page.setContent(await markup(folder, shown, columnWidth));
    const number = String(at / perSheet + 1).padStart(2, '0');
    await page.screenshot({ path: join(folder, 'sheets', `${name}-${number}.png`) });
  }
}

async function measured(folder: string, file: string, scale: number): Promise<Slice> {
  const png = await readFile(join(folder, file));
  const [width, height] = [PNG_WIDTH, PNG_HEIGHT].map((offset) => Math.round(png.readUInt32BE(offset) * scale));
  return { file, width: width ?? 0, height: height ?? 0, top: 0, part: 0 };
}

/** Fills columns one by one; overflow continues at the top of the next column. */
function columnsOf(pictures: readonly Slice[]): readonly (readonly Slice[])[] {
  const columns: Slice[][] = [[]];
  let left = HEIGHT;
  for (const picture of pictures) {
    for (let top = 0; top < picture.height; ) {
      const isShort = Math.min(picture.height - top, 120) + LABEL > left;
      if (isShort) {
        columns.push([]);
        left = HEIGHT;
      }
      const part = Math.min(picture.height - top, left - LABEL);
      columns.at(-1)?.push({ ...picture, top, part });
      top += part;
      left -= part + LABEL + GAP;
    }
  }
  return columns;
}

async function markup(folder: string, columns: readonly (readonly Slice[])[], columnWidth: number): Promise<string> {
  const drawn = await Promise.all(
    columns.map(async (slices) => {
      const parts = await Promise.all(slices.map((slice) => sliceMarkup(folder, slice)));
      return `<div style="width:${columnWidth}px">${parts.join('')}</div>`;
    }),
  );
  return `<body style="margin:0;display:flex;background:#777;font:11px/${LABEL}px monospace">${drawn.join('')}</body>`;
}

async function sliceMarkup(folder: string, { file, width, height, top, part }: Slice): Promise<string> {
  const data = (await readFile(join(folder, file))).toString('base64');
  const place = `height:${part}px;width:${width}px;overflow:hidden;margin-bottom:${GAP}px`;
  const image = `<img src="data:image/png;base64,${data}" width="${width}" height="${height}" style="margin-top:${-top}px">`;
  return `<div>${file.replace('.png', '')}</div><div style="${place}">${image}</div>`;
}
