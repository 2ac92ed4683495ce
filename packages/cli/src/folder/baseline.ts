import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listLayerRevisions } from '@berth/contract/api/layers';
import { listRevisions } from '@berth/contract/api/profiles';
import type { Draft } from '@berth/contract/as-code/draft';
import type { CallApi, Section, Versions } from '@berth/contract/as-code/state';
import type { LayerId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { isObject } from '@berth/contract/profile/nodes';
import { writeFiles } from './files.ts';

/** What an organization was at when its folder was last exported or applied: later changes on the server are drift. */
export interface Baseline {
  readonly organization: string;
  readonly versions: Partial<Record<Section, Versions>>;
}

const FILE = '.berth/baseline.json';

/** The baseline of a folder; undefined if it has none, or another organization's. */
export function readBaseline(dir: string, organization: OrganizationId): Baseline | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(dir, FILE), 'utf8'));
    return isObject(read) && read.organization === organization && isObject(read.versions)
      ? (read as unknown as Baseline)
      : undefined;
  } catch {
    // Without it, nothing is marked as drift.
    return undefined;
  }
}

export function writeBaseline(dir: string, baseline: Baseline): void {
  writeFiles(dir, new Map([[FILE, `${JSON.stringify(baseline, null, 2)}\n`]]));
}

/** The beginning of the note of revisions that berth apply writes: they are no drift. */
export const APPLY_NOTE = 'berth apply';

/** What changed on the server, as a line for people; undefined for no drift. */
export async function driftOf(
  call: CallApi,
  orgId: OrganizationId,
  baseline: Baseline | undefined,
  expects: Partial<Record<Section, Versions>>,
  { section, id }: Draft,
): Promise<string | undefined> {
  const known = baseline?.versions[section];
  const now = id === undefined ? undefined : expects[section]?.[id];
  if (!known || id === undefined || now === undefined || revisionIn(known[id]) === revisionIn(now)) return undefined;
  const page = { limit: 1 };
  const [newest] =
    section === 'profiles'
      ? await call(listRevisions, { params: { id: id as ProfileId }, query: page })
      : section === 'layers'
        ? await call(listLayerRevisions, { params: { orgId, layerId: id as LayerId }, query: page })
        : [];
  if (!newest) return id in known ? `was ${known[id]}, is ${now}` : 'was created on the server';
  const { revision, author, createdAt, note } = newest;
  if (note?.startsWith(APPLY_NOTE)) return undefined;
  return `revision ${revision} by ${author}, ${createdAt}${note ? `: ${note}` : ''}`;
}

/** Moving a layer is no change of what it says. */
function revisionIn(version: string | undefined): string | undefined {
  return version?.split(' at ')[0];
}
