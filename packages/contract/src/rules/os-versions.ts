import type { InstalledSystem } from '../device/os-manifest.ts';

/** Shared by the image's build, the command line that signs, and the machines that check. */

/** File of a folder of images with its signed manifest. */
export const OS_MANIFEST_FILE = 'manifest.json';

/** The list of a file's blocks is beside it, with this ending. Not in the manifest: older agents know only what it had. */
export const OS_BLOCKS_ENDING = '.blocks';

const CONTEXT = 'berth-os-manifest-1\n';

/** What a key signs of a manifest's text: marked, so that a signature of anything else is none of a manifest. */
export function osSigningText(payload: string): string {
  return `${CONTEXT}${payload}`;
}

/** Below zero if `one` is older. Numbers are compared as numbers, as the boot loader does it: 1.10 is newer than 1.9. */
export function compareOsVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((each) => each.split(/[.-]/).map(Number)) as [number[], number[]];
  for (let at = 0; at < Math.max(left.length, right.length); at += 1) {
    const difference = (left[at] ?? -1) - (right[at] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The newest of versions; undefined without any. */
export function newestOf<Version extends { readonly version: string }>(
  versions: readonly Version[],
): Version | undefined {
  return versions.toSorted((one, other) => compareOsVersions(other.version, one.version))[0];
}

/**
 * Why a machine does not run the version that it should. failed: it fell back from it; refused: its manifest or a file was
 * not accepted; restart: installed; updating: being fetched; window: waits for the maintenance window; offline: not
 * connected; unset: its profile names no version, so only the software update command installs one.
 */
export const HELD_BACK_REASONS = ['failed', 'refused', 'restart', 'updating', 'window', 'offline', 'unset'] as const;
export type HeldBackReason = (typeof HELD_BACK_REASONS)[number];

type Image = Extract<InstalledSystem, { kind: 'image' }>;

/**
 * Why a machine does not run the version of its profile, or the newest one that is offered; null if it does.
 * @param offered the newest version of its channel; undefined: none is offered.
 */
export function heldBack(
  system: Image,
  offered: string | undefined,
  isOnline: boolean,
): { readonly wanted: string; readonly reason: HeldBackReason } | null {
  const wanted = system.wanted?.version ?? system.named ?? offered;
  if (wanted === undefined || compareOsVersions(system.version, wanted) >= 0) return null;
  return { wanted, reason: reasonOf(system, wanted, isOnline) };
}

function reasonOf({ failed, next, wanted }: Image, version: string, isOnline: boolean): HeldBackReason {
  if (failed.some((each) => each.version === version)) return 'failed';
  if (next === version) return 'restart';
  if (!isOnline) return 'offline';
  return wanted ? wanted.state : 'unset';
}
