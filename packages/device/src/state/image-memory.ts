import { FailedOsVersion, OS_FAILURES_KEPT, type OsManifest } from '@berth/contract/device/os-manifest';
import { compareOsVersions } from '@berth/contract/rules/os-versions';
import Type from 'typebox';
import { tolerantChecker } from './schema.ts';

/** What a machine remembers of its system's versions, whichever of them runs. */
export const ImageMemory = Type.Object({
  /** Installed and not proved yet. */
  trial: Type.Union([
    Type.Object({
      version: Type.String(),
      /** The boot during which it was installed: it cannot have failed before the next one. */
      bootId: Type.String(),
      /** Whether its agent has run. */
      started: Type.Boolean(),
    }),
    Type.Null(),
  ]),
  failed: Type.Array(FailedOsVersion),
  /** The newest manifest followed (ManifestContext). */
  followed: Type.Union([Type.Object({ issued: Type.String(), lowest: Type.String() }), Type.Null()]),
});
export type ImageMemory = Type.Static<typeof ImageMemory>;

export const NOTHING_REMEMBERED: ImageMemory = { trial: null, failed: [], followed: null };

const check = tolerantChecker(ImageMemory);

/** A remembered value; nothing where it is not understood. */
export function understandMemory(value: unknown): ImageMemory {
  return value !== null && check(value).length === 0 ? (value as ImageMemory) : NOTHING_REMEMBERED;
}

/** What a starting agent sees of its machine. */
export interface Start {
  readonly version: string;
  readonly bootId: string;
  /** Of a version on the boot partition; null: it is not counted (any more); 0: used up, or removed. */
  readonly triesLeft: (version: string) => number | null;
  readonly now: Date;
}

/**
 * What is remembered once the agent of a version started. Another version than the one on trial runs in a later boot if
 * the boot loader fell back: the trial has failed, unless there are tries left and a person chose the other at the loader.
 */
export function afterStart(memory: ImageMemory, { version, bootId, triesLeft, now }: Start): ImageMemory {
  const { trial, failed } = memory;
  if (trial === null) return memory;
  if (trial.version === version) return trial.started ? memory : { ...memory, trial: { ...trial, started: true } };
  if (trial.bootId === bootId || triesLeft(trial.version) !== 0) return memory;
  const failure: FailedOsVersion = {
    version: trial.version,
    reason: trial.started ? 'unhealthy' : 'no-boot',
    at: now.toISOString(),
  };
  const others = failed.filter((each) => each.version !== trial.version);
  return { ...memory, trial: null, failed: [failure, ...others].slice(0, OS_FAILURES_KEPT) };
}

/** A version is in the other slot, to be started next. */
export function afterInstall(memory: ImageMemory, { version }: OsManifest, bootId: string): ImageMemory {
  return { ...memory, trial: { version, bootId, started: false } };
}

/** A manifest was followed: no older one is from now on, and no lower version than it allows. */
export function afterManifest(memory: ImageMemory, { issued, lowest }: OsManifest): ImageMemory {
  const before = memory.followed?.lowest;
  const highest = before !== undefined && compareOsVersions(before, lowest) > 0 ? before : lowest;
  return { ...memory, followed: { issued, lowest: highest } };
}

/** The running version has proved itself. */
export function afterProof(memory: ImageMemory, version: string): ImageMemory {
  const trial = memory.trial?.version === version ? null : memory.trial;
  return { ...memory, trial, failed: memory.failed.filter((each) => each.version !== version) };
}
