import { packages, testSupport } from './package-rules.ts';

/** A file's place in the package structure. */
export type Place = {
  /** Path relative to the repository. */
  readonly file: string;
  /** The package's name; undefined outside packages/. */
  readonly package: string | undefined;
  /** Path relative to its package. */
  readonly path: string;
  /** The layer inside its package, if the package has layers. */
  readonly layer: string | undefined;
  /** Rank of the layer, 0 the highest. */
  readonly rank: number;
  /** The feature it belongs to, such as "features/power". */
  readonly sibling: string | undefined;
  /** Tests and their support may import from every layer. */
  readonly isTest: boolean;
  readonly isTestSupport: boolean;
  /** The name of a folder or file that is not a layer of its package. */
  readonly unknown: string | undefined;
};

/** Finds a file's package, layer and feature from its path alone. */
export function placeOf(file: string): Place {
  const [, owner, path = ''] = /^packages\/([^/]+)\/(.*)$/.exec(file) ?? [];
  const house = owner === undefined ? undefined : packages[owner];
  const inside = path.startsWith('src/') ? path.slice('src/'.length) : undefined;
  const isTestSupport = inside?.split('/').slice(0, -1).includes(testSupport) ?? false;
  const isTest = isTestSupport || /\.test\.\w+$/.test(file) || inside === undefined;
  const base = { file, package: owner, path, isTest, isTestSupport };
  const outside = { ...base, layer: undefined, rank: -1, sibling: undefined, unknown: undefined };
  if (!house || inside === undefined || house.layers.length === 0 || isTestSupport) return outside;

  const stem = inside.replace(/(?<=[^/.])\.[^/]*$/, '');
  const moved = Object.entries(house.exceptions ?? {}).find(([prefix]) => isBelow(stem, prefix))?.[1];
  const layers = house.layers.flat();
  const layer = moved ?? loose(owner, stem) ?? layers.find((each) => isBelow(stem, each));
  const unknown = layer === undefined && !isTest && !file.endsWith('.d.ts') ? inside.split('/')[0] : undefined;
  const rank = house.layers.findIndex((row) => layer !== undefined && row.includes(layer));
  const folder = house.siblings?.find((each) => stem.startsWith(`${each}/`));
  const sibling = folder && `${folder}/${stem.slice(folder.length + 1).split('/')[0]}`;
  return { ...base, layer, rank, sibling, unknown };
}

// Single files in the device's system/ belong to the ports.
function loose(owner: string | undefined, stem: string): string | undefined {
  if (owner === 'device' && /^system\/[^/]+$/.test(stem)) return 'system/ports';
  return undefined;
}

function isBelow(stem: string, prefix: string): boolean {
  return stem === prefix || stem.startsWith(`${prefix}/`);
}

/** The rule that forbids an import between two places of one package; undefined if it is allowed. */
export function crossingBetween(from: Place, target: Place): { rule: 3 | 4; message: string } | undefined {
  if (from.isTest || from.package !== target.package) return undefined;
  if (target.isTestSupport) return { rule: 3, message: `${testSupport}/ is for tests only` };
  if (from.sibling && target.sibling && from.sibling !== target.sibling) {
    const message = `${from.sibling} and ${target.sibling} are siblings; let the composition root hand over what is needed`;
    return { rule: 4, message };
  }
  if (from.layer === undefined || target.layer === undefined || from.layer === target.layer) return undefined;
  if (from.rank < target.rank) return undefined;
  if (from.rank === target.rank) {
    return { rule: 3, message: `${from.layer} and ${target.layer} stand side by side and never import each other` };
  }
  return { rule: 3, message: `${from.layer} is below ${target.layer}; imports point down` };
}
