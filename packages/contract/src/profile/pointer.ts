// JSON Pointer (RFC 6901). Separate from nodes.ts, which is part of the home screen's first load.

/** The pointer to a child. */
export function below(pointer: string, key: string | number): string {
  const text = String(key);
  // Most keys need no escape, and paths are built by the thousand.
  return `${pointer}/${/[~/]/.test(text) ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
}

/** The keys of a pointer; the empty pointer has none. */
export function pointerKeys(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => (key.includes('~') ? key.replaceAll('~1', '/').replaceAll('~0', '~') : key));
}

/** The pointer to what is around; of the empty pointer itself. */
export function parentOf(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}
