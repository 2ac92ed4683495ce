import Type from 'typebox';
import { closed, Empty, Nothing } from '../api/parts.ts';

/** The installer of Berth OS: a machine that runs from a stick, or was started over the network, copies itself to a disk of the computer. */

/** What is on a disk. berth: another installation of Berth OS; other: partitions or data that are not recognized. */
export const DISK_CONTENTS = ['empty', 'berth', 'windows', 'linux', 'other'] as const;

/** Why a disk is shown but cannot be chosen. */
export const DISK_OBSTACLES = ['too-small', 'in-use', 'read-only'] as const;

export const InstallDisk = closed({
  /** Differs after the disk was exchanged, resized or moved to another connector. */
  id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  /** The model, or else the device. */
  name: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
  removable: Type.Boolean(),
  content: Type.Enum([...DISK_CONTENTS]),
  /** Its partitions as they are called; the name is empty for one without. */
  partitions: Type.Array(closed({ name: Type.String(), bytes: Type.Integer({ minimum: 0 }) })),
  /** Null: Berth OS can be installed on it. */
  obstacle: Type.Union([Type.Enum([...DISK_OBSTACLES]), Type.Null()]),
});
export type InstallDisk = Type.Static<typeof InstallDisk>;

/** Why an unattended installation did not begin. */
export const UNATTENDED_REFUSALS = ['no-disk', 'berth-there'] as const;

/** Where the running Berth OS came from: a stick, or firmware that fetched it over the network. */
export const INSTALL_SOURCES = ['stick', 'network'] as const;
export type InstallSource = (typeof INSTALL_SOURCES)[number];

/** Null: there is nothing to install, or this machine goes on without. */
export const InstallerState = Type.Union([
  closed({
    source: Type.Enum([...INSTALL_SOURCES]),
    /** choice: waits for a person. done: the disk is complete; the computer turns off or waits for a restart. */
    phase: Type.Enum(['choice', 'installing', 'done', 'failed']),
    /** Of the bytes to copy. */
    percent: Type.Integer({ minimum: 0, maximum: 100 }),
    /** By berth.conf instead of a person. */
    unattended: Type.Boolean(),
    /** Of the finished disk: whether it is the registered machine that the disk was before. */
    kept: Type.Boolean(),
    refusal: Type.Union([Type.Enum([...UNATTENDED_REFUSALS]), Type.Null()]),
    /** Of a failed installation: whether the disk that was chosen is as it was. */
    unchanged: Type.Boolean(),
    /** Why it failed, in the words of the program that did. */
    failure: Type.Union([Type.String(), Type.Null()]),
  }),
  Type.Null(),
]);
export type InstallerState = Type.Static<typeof InstallerState>;

export const INSTALLER_METHODS = {
  get_installer: { input: Nothing, output: InstallerState },
  /** The disks of the computer, without the running one, the likeliest first. */
  list_install_disks: { input: Nothing, output: Type.Array(InstallDisk) },
  /**
   * Replaces everything on a disk, which must still be as it was listed. Replies once it has begun. A registered machine on it
   * stays that machine, unless afresh.
   */
  install: {
    input: closed({ disk: InstallDisk.properties.id, afresh: Type.Optional(Type.Boolean()) }),
    output: Empty,
  },
  /** Goes on with the setup without installing, until the next start. */
  try_without_installing: { input: Nothing, output: Empty },
} as const;
