import { isObject } from '@berth/contract/profile/nodes';
/** An Excalidraw element; only the fields used to merge boards. */
export interface BoardElement {
  readonly id: string;
  readonly type: string;
  /** Increases with each change. */
  readonly version: number;
  /** Random for each change: of two changes with the same version, the lower nonce wins everywhere. */
  readonly versionNonce: number;
  readonly isDeleted: boolean;
}

/** A placeholder for an image, which is transmitted separately (pictures.ts). */
export interface ImageElement extends BoardElement {
  readonly fileId: string | null;
}

/** No embedded pages or links: a guest's drawing must not lead anywhere. */
const TYPES = new Set(['rectangle', 'diamond', 'ellipse', 'arrow', 'line', 'freedraw', 'text', 'frame', 'image']);
const ID = /^[\w-]{1,64}$/;
const TEXT_MAX = 20_000;
const POINTS_MAX = 20_000;
/** Excalidraw requires the field; the declared element has none. */
const NO_LINK = { link: null };
const NUMBERS = ['x', 'y', 'width', 'height', 'angle'];

/** Validates an element drawn by another participant; null if it cannot or must not be drawn. */
export function readElement(value: unknown): BoardElement | null {
  if (!isObject(value)) return null;
  const { id, type, version, versionNonce, isDeleted, points, text, originalText, fontSize } = value;
  if (typeof id !== 'string' || !ID.test(id) || typeof type !== 'string' || !TYPES.has(type)) return null;
  if (!isNumber(version) || !isNumber(versionNonce)) return null;
  if (!NUMBERS.every((name) => isNumber(value[name]))) return null;
  if (points !== undefined && !isLine(points)) return null;
  if (type === 'text' && !(isText(text) && isText(originalText ?? text) && isNumber(fontSize))) return null;
  if (type === 'image' && !isImage(value)) return null;
  const { customData, link, ...kept } = value;
  return { ...kept, id, type, version, versionNonce, isDeleted: isDeleted === true, ...NO_LINK };
}

export function isImageElement(element: BoardElement): element is ImageElement {
  return element.type === 'image';
}

function isImage({ fileId, scale, crop = null }: Readonly<Record<string, unknown>>): boolean {
  if (typeof fileId !== 'string' || !ID.test(fileId)) return false;
  if (!Array.isArray(scale) || scale.length !== 2 || !scale.every(isNumber)) return false;
  return crop === null || (isObject(crop) && Object.values(crop).every(isNumber));
}

function isLine(points: unknown): boolean {
  if (!Array.isArray(points) || points.length > POINTS_MAX) return false;
  return points.every((point) => Array.isArray(point) && point.length <= 3 && point.every(isNumber));
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= TEXT_MAX;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
