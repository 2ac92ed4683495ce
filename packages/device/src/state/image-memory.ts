import { FailedOsVersion, OS_FAILURES_KEPT, type OsManifest } from '@berth/contract/device/os-manifest';
import { compareOsVersions } from '@berth/contract/rules/os-versions';
import Type from 'typebox';
import { tolerantChecker } from './schema.ts';

/** What a machine stores about its image versions, whichever version runs. */
export const ImageMemory = Type.Object({
  /** The installed version that is not proved yet. */
  trial: Type.Union([
    Type.Object({
      version: Type.String(),
      /** The boot in which it was installed: it can only fail in a later one. */
      bootId: Type.String(),
      /** Whether its agent has run. */
      started: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  failed: Type.Array(FailedOsVersion),
  /** The newest accepted manifest (ManifestContext). */
  followed: Type.Union([Type.Object({ issued: Type.String(), lowest: Type.String() }), Type.Null()]),
});
export type ImageMemory = Type.Static<typeof ImageMemory>;

export const NOTHING_REMEMBERED: ImageMemory = { trial: null, failed: [], followed: null };

const check = tolerantChecker(ImageMemory);

/** Parses a stored value; empty if it is invalid. */
export function understandMemory(value: unknown): ImageMemory {
  return value !== null && check(value).length === 0 ? (value as ImageMemory) : NOTHING_REMEMBERED;
}

/** The machine's state when an agent starts. */
export interface Start {
  readonly version: string;
  readonly bootId: string;
  /** The boot tries left of a version; null: not counted, or no longer; 0: used up, or removed. */
  readonly triesLeft: (version: string) => number | null;
  /** Versions on the boot partition whose tries are used up. */
  readonly usedUp: readonly string[];
  readonly now: Date;
}

/**
 * Updates the memory when the agent of a version starts. Another version whose tries are used up has failed, even if no
 * trial of it is remembered: the power was cut when it had just been installed, or it was damaged after it had proved
 * itself.
 */
export function afterStart(memory: ImageMemory, start: Start): ImageMemory {
  const { version, usedUp, now } = start;
  let after = afterTrial(memory, start);
  for (const other of usedUp) {
    const isKnown = other === version || after.trial?.version === other || isIn(after.failed, other);
    if (!isKnown) after = { ...after, failed: withFailure(after.failed, other, 'unhealthy', now) };
  }
  return after;
}

/**
 * If another version than the one on trial runs in a later boot,
 * the boot loader fell back: the trial has failed, unless tries are left, which means that a user chose the other
 * version.
 */
function afterTrial(memory: ImageMemory, { version, bootId, triesLeft, now }: Start): ImageMemory {
  const { trial, failed } = memory;
  if (trial === null) return memory;
  if (trial.version === version) return trial.started ? memory : { ...memory, trial: { ...trial, started: true } };
  if (trial.bootId === bootId || triesLeft(trial.version) !== 0) return memory;
  const reason = trial.started ? 'unhealthy' : 'no-boot';
  return { ...memory, trial: null, failed: withFailure(failed, trial.version, reason, now) };
}

type Failures = readonly FailedOsVersion[];

function isIn(failed: Failures, version: string): boolean {
  return failed.some((each) => each.version === version);
}

function withFailure(failed: Failures, version: string, reason: FailedOsVersion['reason'], now: Date) {
  const others = failed.filter((each) => each.version !== version);
  return [{ version, reason, at: now.toISOString() }, ...others].slice(0, OS_FAILURES_KEPT);
}

/** Updates the memory when a version was installed into the other slot. */
export function afterInstall(memory: ImageMemory, { version }: OsManifest, bootId: string): ImageMemory {
  return { ...memory, trial: { version, bootId, started: false } };
}

/** Updates the memory when a manifest was accepted: older manifests and versions below its lowest are then refused. */
export function afterManifest(memory: ImageMemory, { issued, lowest }: OsManifest): ImageMemory {
  const before = memory.followed?.lowest;
  const highest = before !== undefined && compareOsVersions(before, lowest) > 0 ? before : lowest;
  return { ...memory, followed: { issued, lowest: highest } };
}

/** Updates the memory when the running version has proved itself. */
export function afterProof(memory: ImageMemory, version: string): ImageMemory {
  const trial = memory.trial?.version === version ? null : memory.trial;
  return { ...memory, trial, failed: memory.failed.filter((each) => each.version !== version) };
}
