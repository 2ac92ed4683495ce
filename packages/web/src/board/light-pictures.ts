import { lighten } from './lighten.ts';
import type { Pictures } from './line.ts';
import type { Picture } from './pictures.ts';

/** A board's pictures as others are sent them. */
export class LightPictures {
  readonly #light = new Map<string, Picture>();
  readonly #seen = new Set<string>();
  readonly #onReady: () => void;

  /** @param onReady called whenever there is one more. */
  constructor(onReady: () => void) {
    this.#onReady = onReady;
  }

  /** Those of these that are ready; the others are made so. */
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
