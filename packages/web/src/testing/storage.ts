import { onTestFinished, vi } from 'vitest';

/** A browser's storage, empty, for one test. */
export function stubStorage(name: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const entries = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return entries;
}
