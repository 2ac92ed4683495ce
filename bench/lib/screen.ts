import { promisify } from 'node:util';
import x11, { type XDisplay } from 'x11';

const Z_PIXMAP = 2;
const ALL_PLANES = 0xffffffff;

/** Reads what a display really shows. */
export interface Screen {
  /** Red, green and blue of one pixel, as #rrggbb. */
  readonly pixel: (x: number, y: number) => Promise<string>;
  readonly close: () => void;
}

/** Connects to an X display such as ":99". */
export async function openScreen(display: string): Promise<Screen> {
  const { client, screen } = await promisify<{ display: string }, XDisplay>(x11.createClient)({ display });
  const root = screen[0]?.root ?? 0;
  return {
    pixel: (x, y) =>
      new Promise((resolve, reject) => {
        client.GetImage(Z_PIXMAP, root, x, y, 1, 1, ALL_PLANES, (error, image) => {
          if (error) {
            reject(error);
          } else {
            // A little-endian server of depth 24 stores blue, green, red.
            resolve(`#${Buffer.from([image.data[2] ?? 0, image.data[1] ?? 0, image.data[0] ?? 0]).toString('hex')}`);
          }
        });
      }),
    close: () => client.terminate(),
  };
}
