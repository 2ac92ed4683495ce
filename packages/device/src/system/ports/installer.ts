import type { InstallDisk, InstallSource } from '@berth/contract/bridge/installer';

export interface InstallOptions {
  /** Whether a machine on the disk is forgotten. */
  readonly afresh: boolean;
  /** Called with the percentage of bytes copied. */
  readonly onProgress: (percent: number) => void;
}

/** An installation that failed before it changed the disk. */
export class DiskUnchangedError extends Error {}

/** Copies the running Berth OS to another disk of the computer. */
export interface Installer {
  readonly source: InstallSource;
  /** The disks it could go to, without the running one. */
  disks(): Promise<readonly InstallDisk[]>;
  /** The ID of the disk at a device's path, which may be a link; null: there is none. */
  diskAt(path: string): Promise<string | null>;
  /**
   * Replaces everything on a disk. Rejects with DiskUnchangedError if it is no longer as it was listed, or if what it holds
   * could not be read; after another failure it is empty.
   * @returns Whether a registered machine on the disk stays that machine.
   */
  install(id: string, options: InstallOptions): Promise<{ readonly kept: boolean }>;
}
