import { type BoardElement, isImageElement } from './elements.ts';
import type { Picture } from './pictures.ts';

/** A saved board, in Excalidraw's own format. */
export interface Scene {
  /** Ordered from back to front. */
  readonly elements: readonly SceneElement[];
  /** Background and grid. */
  readonly appState: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Picture>>;
}

export interface SceneElement extends BoardElement {
  /** Fractional index: alphabetically later is nearer to the front. */
  readonly index?: string | null;
}

/** Fingerprint of a saved scene: the nonce of each element, and its images. */
export interface SceneMark {
  readonly elements: ReadonlyMap<string, number>;
  readonly files: ReadonlySet<string>;
}

interface SceneChange {
  readonly elements: readonly SceneElement[];
  /** IDs of removed elements. */
  readonly gone: readonly string[];
  readonly appState: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Picture>>;
}

/** Without indentation, which would double the size of a full board. */
export function writeScene(scene: Scene): string {
  return JSON.stringify({ type: 'excalidraw', version: 2, ...scene });
}

/** Records a fingerprint for later comparison, because elements change in place. */
export function markOf({ elements, files }: Scene): SceneMark {
  return {
    elements: new Map(elements.map(({ id, versionNonce }) => [id, versionNonce])),
    files: new Set(Object.keys(files)),
  };
}

/** Serializes the difference between a scene and its saved state. */
export function writeChange({ elements, appState, files }: Scene, before: SceneMark): string {
  const changed = elements.filter(({ id, versionNonce }) => before.elements.get(id) !== versionNonce);
  const left = new Set(before.elements.keys());
  for (const { id } of elements) left.delete(id);
  const added = Object.entries(files).filter(([id]) => !before.files.has(id));
  const change: SceneChange = { elements: changed, gone: [...left], appState, files: Object.fromEntries(added) };
  return JSON.stringify(change);
}

/** Applies the changes to the saved scene; null for empty text, a board without a scene. */
export function readScene(content: string, changes: readonly string[]): Scene | null {
  if (content === '' && changes.length === 0) return null;
  const kept: Partial<Scene> = content === '' ? {} : JSON.parse(content);
  let { appState = {}, files = {} } = kept;
  const elements = new Map((kept.elements ?? []).map((element) => [element.id, element]));
  for (const text of changes) {
    const change: SceneChange = JSON.parse(text);
    for (const element of change.elements) elements.set(element.id, element);
    for (const id of change.gone) elements.delete(id);
    appState = change.appState;
    files = { ...files, ...change.files };
  }
  return { elements: inOrder([...elements.values()]), appState, files: usedOf(elements.values(), files) };
}

/** The images that have a placeholder on the board. */
export function usedOf(
  elements: Iterable<SceneElement>,
  files: Readonly<Record<string, Picture>>,
): Readonly<Record<string, Picture>> {
  const used = new Set<string | null>();
  for (const element of elements) if (isImageElement(element)) used.add(element.fileId);
  return Object.fromEntries(Object.entries(files).filter(([, { id }]) => used.has(id)));
}

// Older boards have no indices and are already in order.
function inOrder(elements: readonly SceneElement[]): readonly SceneElement[] {
  if (!elements.every(({ index }) => typeof index === 'string')) return elements;
  return elements.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

// Excalidraw's tie-break for equal indices.
function placeOf({ id, index }: SceneElement): string {
  return `${index} ${id}`;
}
