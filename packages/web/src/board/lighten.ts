import { isShareable, type Picture } from './pictures.ts';

/** Pixels along a side: more is no picture for a board, and would take more memory than one has. */
const SIDE_MAX = 4_096;
const QUALITIES = [0.85, 0.5];

/** The picture as others are sent it: smaller where it is heavy or a drawing; null where that cannot be. */
export async function lighten(picture: Picture): Promise<Picture | null> {
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

/** Whether there is a picture behind this address, of a size that can be shown. */
export async function canBeShown({ dataURL }: Picture): Promise<boolean> {
  return (await load(dataURL)) !== null;
}

// Browsers know a picture's size before they unpack it.
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
