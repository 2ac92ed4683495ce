import { type BoardElement, isImageElement } from './elements.ts';
import type { Picture } from './pictures.ts';

/** What is kept of a board, in Excalidraw's own format. */
export interface Scene {
  /** In their order, from the back to the front. */
  readonly elements: readonly SceneElement[];
  /** Background and grid. */
  readonly appState: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Picture>>;
}

export interface SceneElement extends BoardElement {
  /** Its place among the others: later in the alphabet is nearer to the front. */
  readonly index?: string | null;
}

/** What a scene was when it was kept: by element the nonce of its last change, and its pictures. */
export interface SceneMark {
  readonly elements: ReadonlyMap<string, number>;
  readonly files: ReadonlySet<string>;
}

interface SceneChange {
  readonly elements: readonly SceneElement[];
  /** Ids of elements that are no more. */
  readonly gone: readonly string[];
  readonly appState: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, Picture>>;
}

/** Without indentation: that makes a full board twice as large. */
export function writeScene(scene: Scene): string {
  return JSON.stringify({ type: 'excalidraw', version: 2, ...scene });
}

/** To know later what changed: elements change in place. */
export function markOf({ elements, files }: Scene): SceneMark {
  return {
    elements: new Map(elements.map(({ id, versionNonce }) => [id, versionNonce])),
    files: new Set(Object.keys(files)),
  };
}

/** What of a scene is different from what it was. */
export function writeChange({ elements, appState, files }: Scene, before: SceneMark): string {
  const changed = elements.filter(({ id, versionNonce }) => before.elements.get(id) !== versionNonce);
  const left = new Set(before.elements.keys());
  for (const { id } of elements) left.delete(id);
  const added = Object.entries(files).filter(([id]) => !before.files.has(id));
  const change: SceneChange = { elements: changed, gone: [...left], appState, files: Object.fromEntries(added) };
  return JSON.stringify(change);
}

/** The scene that was kept, with what changed after it; null for an empty text, a board without any. */
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

/** Those of a board's pictures that have a place on it. */
export function usedOf(
  elements: Iterable<SceneElement>,
  files: Readonly<Record<string, Picture>>,
): Readonly<Record<string, Picture>> {
  const used = new Set<string | null>();
  for (const element of elements) if (isImageElement(element)) used.add(element.fileId);
  return Object.fromEntries(Object.entries(files).filter(([, { id }]) => used.has(id)));
}

// Boards of before, whose elements have no places, are in order as they are.
function inOrder(elements: readonly SceneElement[]): readonly SceneElement[] {
  if (!elements.every(({ index }) => typeof index === 'string')) return elements;
  return elements.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

// Excalidraw's rule for two in the same place.
function placeOf({ id, index }: SceneElement): string {
  return `${index} ${id}`;
}
