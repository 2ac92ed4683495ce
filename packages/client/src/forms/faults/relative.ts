import type { Fault } from '@berth/contract/errors';

/** The faults of a part of a target, with paths that begin at the part. */
export function faultsBelow(configptr: string, faults: readonly Fault[]): readonly Fault[] {
  return faults
    .filter(({ path }) => path === configptr || path.startsWith(`${configptr}/`))
    .map((fault) => ({ ...fault, path: fault.path.slice(configptr.length) }));
}

/** The faults of a part, with paths that begin at the target. */
export function faultsAbove(configptr: string, faults: readonly Fault[]): readonly Fault[] {
  return faults.map((fault) => ({ ...fault, path: configptr + fault.path }));
}
