import type { LayerSummary } from '../api/layers.ts';

/** Layers of single machines in one list. */
export const LAYERS_LISTED_MAX = 1_000;

/** How many layers of single machines the next page of layers skips; undefined after the last one. */
export function layersToSkip(pages: readonly (readonly Pick<LayerSummary, 'scope'>[])[]): number | undefined {
  const counts = pages.map((page) => page.filter(({ scope }) => scope === 'machine').length);
  return counts.at(-1) === LAYERS_LISTED_MAX ? counts.reduce((sum, count) => sum + count) : undefined;
}
