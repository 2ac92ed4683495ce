import type { Pictures } from './board-connection.ts';
import { isShareable, type Picture } from './pictures.ts';

/** Maximum pixels per side: more would not fit in memory. */
const SIDE_MAX = 4_096;
const QUALITIES = [0.85, 0.5];

/** A board's images in the size that is sent to others. */
export class LightPictures {
  readonly #light = new Map<string, Picture>();
  readonly #seen = new Set<string>();
  readonly #onReady: () => void;

  /** @param onReady called for each new picture. */
  constructor(onReady: () => void) {
    this.#onReady = onReady;
  }

  /** Returns the images that are ready; starts preparing the others. */
  of(files: Readonly<Record<string, Picture>>): Pictures {
    for (const file of Object.values(files)) {
      if (this.#seen.has(file.id)) continue;
      this.#seen.add(file.id);
      const { id, mimeType, dataURL } = file;
      void lighten({ id, mimeType, dataURL }).then((light) => {
        if (!light) return;
        this.#light.set(id, light);
        this.#onReady();
      });
    }
    return this.#light;
  }
}

/** The image in a size that can be sent, reduced if necessary; null if that fails. */
async function lighten(picture: Picture): Promise<Picture | null> {
  if (isShareable(picture)) return picture;
  const image = await load(picture.dataURL);
  if (!image) return null;
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  const lighter = QUALITIES.map((quality) => canvas.toDataURL('image/webp', quality))
    .map((dataURL): Picture => ({ id: picture.id, mimeType: 'image/webp', dataURL }))
    .find(isShareable);
  return lighter ?? null;
}

/** Whether the image loads and has a size that can be shown. */
export async function canBeShown({ dataURL }: Picture): Promise<boolean> {
  return (await load(dataURL)) !== null;
}

// Browsers know an image's size before they decode it.
function load(address: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    const image = new Image();
    image.onload = () => {
      const { naturalWidth: width, naturalHeight: height } = image;
      resolve(Math.min(width, height) > 0 && Math.max(width, height) <= SIDE_MAX ? image : null);
    };
    image.onerror = () => resolve(null);
    image.src = address;
  });
}
