import {
  HELD_BACK_MAX,
  type HeldBackMachine,
  listHeldBack,
  listOsVersions,
  type OfferedOsVersion,
  readOsSbom,
  readOsVersion,
} from '@berth/contract/api/os';
import { compareOsVersions, heldBack } from '@berth/contract/rules/os-versions';
import type { Presence } from '../../gateway/presence.ts';
import { ApiError } from '../../http/api-error.ts';
import { Download } from '../../http/download.ts';
import { type Route, route } from '../../http/route.ts';
import { type OsImage, type OsImages, readPackages, type Selection, selectImage } from './images.ts';
import { billOfMaterials } from './sbom.ts';
import { ARCHITECTURE_DEFAULT, countSystems, type ImageMachineRow, listOtherVersions } from './store.ts';

interface OsDeps {
  readonly images: OsImages;
  readonly presence: Presence;
}

/** Machines that are looked at: some of them run another version than the newest and are not held back. */
const READ_MAX = 5_000;

export function osRoutes({ images, presence }: OsDeps): Route[] {
  const selected = async (selection: Selection): Promise<OsImage> => {
    const image = selectImage(await images.list(), selection);
    if (!image) throw new ApiError('not-found', 'The server does not offer this version.');
    return image;
  };
  return [
    route(listOsVersions, async ({ tx, organizationId }) => {
      const offered = await Promise.all((await images.list()).map(presentImage));
      return {
        offered: offered.toSorted((one, other) => compareOsVersions(other.version, one.version)),
        installed: await countSystems(tx, organizationId),
      };
    }),
    route(readOsVersion, async ({ params, query }) => {
      return { packages: await readPackages(await selected({ ...query, ...params })) };
    }),
    route(readOsSbom, async ({ params, query }) => {
      const image = await selected({ ...query, ...params });
      return new Download({
        mediaType: 'application/vnd.cyclonedx+json',
        filename: `berth-os-${params.version}-${query.architecture}.cdx.json`,
        content: Buffer.from(billOfMaterials(image.manifest, await readPackages(image))),
      }).asValue();
    }),
    route(listHeldBack, async ({ tx, organizationId }) => {
      const offered = await images.list();
      const newest = offered.filter((each) => selectImage(offered, newestOfSame(each)) === each);
      const current = newest.map(({ manifest }) => manifest);
      const rows = await listOtherVersions(tx, organizationId, current, READ_MAX);
      const held = rows.flatMap((row) => presentHeldBack(row, offered, presence.isOnline(row.machine_id)));
      return held.slice(0, HELD_BACK_MAX);
    }),
  ];
}

function newestOfSame({ manifest: { channel, architecture } }: OsImage): Selection {
  return { channel, architecture };
}

async function presentImage(image: OsImage): Promise<OfferedOsVersion> {
  const { version, channel, architecture, lowest, issued, expires, files } = image.manifest;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const packages = (await readPackages(image)).length;
  return { version, channel, architecture, lowest, issued, expires, bytes, packages };
}

function presentHeldBack(row: ImageMachineRow, offered: readonly OsImage[], isOnline: boolean): HeldBackMachine[] {
  const { system } = row;
  const { version, channel, architecture = ARCHITECTURE_DEFAULT } = system;
  const held = heldBack(system, selectImage(offered, { channel, architecture })?.manifest.version, isOnline);
  if (!held) return [];
  const failure = system.failed.find((each) => each.version === held.wanted) ?? null;
  const message = (held.reason === 'refused' && system.wanted?.message) || null;
  const machine = { id: row.machine_id, name: row.name, version, channel, lastSeen: row.last_seen };
  return [{ ...machine, ...held, failure, message }];
}
