/** Why a file cannot be used as an image of the profile. */
export type PictureFault = 'no-picture' | 'too-large';

export class PictureError extends Error {
  readonly fault: PictureFault;
  constructor(fault: PictureFault) {
    super(fault);
    this.fault = fault;
  }
}

interface PictureRules {
  /** As an input's `accept`: image/png converts any image to PNG. */
  readonly accept: string;
  /** Of the data URL, in characters. */
  readonly maxLength: number;
}

/** A larger file is not even opened. */
const FILE_BYTES_MAX = 40 * 1024 * 1024;
const AS_IS: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

/**
 * The file as a data URL for the profile: unchanged if it fits, else redrawn smaller until it does. SVG is always
 * redrawn as a bitmap, because it may contain scripts.
 *
 * @throws PictureError for files that are not an image, or cannot be reduced enough.
 */
export async function readPicture(file: File, { accept, maxLength }: PictureRules): Promise<string> {
  if (!file.type.startsWith('image/')) throw new PictureError('no-picture');
  if (file.size > FILE_BYTES_MAX) throw new PictureError('too-large');
  const image = await decode(file);
  const isPng = accept === 'image/png';
  const mayStay = isPng ? file.type === 'image/png' : AS_IS.has(file.type);
  const side = longestSide(maxLength);
  const fits = Math.max(image.naturalWidth, image.naturalHeight) <= side;
  if (mayStay && fits && file.size * 1.34 + 64 < maxLength) return readAsDataUrl(file);
  return redraw(image, isPng ? 'image/png' : 'image/webp', side, maxLength);
}

async function decode(file: File): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } catch {
    throw new PictureError('no-picture');
  } finally {
    URL.revokeObjectURL(url);
  }
}

function redraw(image: HTMLImageElement, type: string, side: number, maxLength: number): string {
  for (let wanted = side; wanted >= 64; wanted = Math.floor(wanted * 0.75)) {
    const canvas = document.createElement('canvas');
    // A vector image may have no intrinsic size.
    const natural = { width: image.naturalWidth || wanted, height: image.naturalHeight || wanted };
    Object.assign(canvas, fitSize(natural, wanted));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const url = canvas.toDataURL(type, 0.86);
    if (url.length <= maxLength && url.startsWith(`data:${type}`)) return url;
    // A browser that cannot encode the type returns PNG, which the profile accepts too.
    if (url.length <= maxLength && type !== 'image/png') return url;
  }
  throw new PictureError('too-large');
}

function readAsDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new PictureError('no-picture'));
    reader.readAsDataURL(file);
  });
}

/** The longest side in pixels for an image of this many base64 characters. */
function longestSide(maxLength: number): number {
  if (maxLength <= 512 * 1024) return 512;
  return maxLength <= 2 * 1024 * 1024 ? 1920 : 3840;
}

/** The size whose longest side is at most `side`; images are never enlarged. */
function fitSize(size: { width: number; height: number }, side: number): { width: number; height: number } {
  const factor = Math.min(1, side / Math.max(size.width, size.height, 1));
  return {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  };
}

/** Number of bytes in a base64 data URL. */
export function bytesOf(dataUrl: string): number {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Math.floor((base64.length * 3) / 4) - (base64.match(/=+$/)?.[0].length ?? 0);
}
