import { useEffect, useState } from 'react';
import { symbolBucket } from '../lib/symbol-bucket.ts';

const files = new Map<number, Promise<Record<string, string[]>>>();
const loaded = new Map<string, readonly string[]>();
/** Shown for an unknown name: a window, like the profile's default. */
const FALLBACK = [
  'M3 5m0 2a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2z',
  'M6 8h.01',
  'M9 8h.01',
];

async function loadSymbol(name: string): Promise<readonly string[]> {
  const index = symbolBucket(name);
  const file = files.get(index) ?? fetch(`/symbols/${index}.json`).then((response) => response.json());
  files.set(index, file);
  try {
    const { [name]: paths = FALLBACK } = await file;
    loaded.set(name, paths);
    return paths;
  } catch {
    // Not cached: the next tile tries again.
    files.delete(index);
    return FALLBACK;
  }
}

/** The outlines of a Tabler icon by name, once loaded. */
export function useSymbol(name: string): readonly string[] | undefined {
  const [shown, setShown] = useState({ name, paths: loaded.get(name) });
  useEffect(() => {
    let current = true;
    void loadSymbol(name).then((paths) => current && setShown({ name, paths }));
    return () => {
      current = false;
    };
  }, [name]);
  return shown.paths;
}

/** A Tabler outline icon by name, in the text color. Reserves its space while it loads. */
export function SymbolIcon({ name, className }: { name: string; className?: string | undefined }) {
  const paths = useSymbol(name);
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {paths?.map((d) => (
        <path key={d} d={d} />
      ))}
    </svg>
  );
}
