import type { Ridge } from './land.ts';
import type { Thing } from './objects.ts';
import type { Sky } from './sky.ts';
import type { Water } from './water.ts';

/** One picture: from the sky down, each layer over the one before. */
export interface Scene {
  /** Set by hour (spec chapter 2) and number: the file's name. */
  readonly name: `${'night' | 'morning' | 'day' | 'evening'}-${1 | 2 | 3 | 4}`;
  readonly sky: Sky;
  /** Where land or water begins, as a share of the height. */
  readonly horizon: number;
  readonly far: readonly Ridge[];
  readonly water?: Water;
  /** In front of the water. */
  readonly near: readonly Ridge[];
  readonly things: readonly Thing[];
}

type RidgeShape = Partial<Ridge> & Pick<Ridge, 'seed' | 'base' | 'color' | 'haze'>;

/** Mountains with their usual measures; a scene names what differs. */
export function peaks(ridge: RidgeShape): Ridge {
  return { rise: 0.3, hills: 3, shape: 'peaks', mist: 0.7, relief: 0.5, ...ridge };
}
export function hills(ridge: RidgeShape): Ridge {
  return { rise: 0.16, hills: 2.4, shape: 'hills', mist: 0.6, ...ridge };
}
export function dunes(ridge: RidgeShape): Ridge {
  return { rise: 0.14, hills: 1.7, shape: 'dunes', mist: 0.5, ...ridge };
}
