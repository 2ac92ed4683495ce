import { setTimeout as pause } from 'node:timers/promises';
import type { InstallDisk } from '@berth/contract/bridge/installer';
import type { Installer } from '../ports/installer.ts';

const GB = 10 ** 9;
const STEP = 10;

/** A computer's disks: with Windows, empty, and one that is too small. */
export const FAKE_DISKS: readonly InstallDisk[] = [
  {
    id: 'a'.repeat(16),
    name: 'Samsung SSD 870 EVO',
    bytes: 250 * GB,
    removable: false,
    content: 'windows',
    partitions: [
      { name: 'SYSTEM', bytes: GB / 10 },
      { name: 'Windows', bytes: 249 * GB },
    ],
    obstacle: null,
  },
  {
    id: 'b'.repeat(16),
    name: 'KINGSTON OM8PGP4',
    bytes: 64 * GB,
    removable: false,
    content: 'empty',
    partitions: [],
    obstacle: null,
  },
  {
    id: 'c'.repeat(16),
    name: 'SanDisk Cruzer',
    bytes: 4 * GB,
    removable: true,
    content: 'other',
    partitions: [{ name: 'PHOTOS', bytes: 4 * GB }],
    obstacle: 'too-small',
  },
];

/** An installer of disks in memory; `stepMs` passes for each tenth. */
export function fakeInstaller(
  disks: readonly InstallDisk[] = FAKE_DISKS,
  stepMs = 300,
): Installer & { readonly installed: readonly string[]; readonly afresh: readonly string[]; failure: string | null } {
  const installed: string[] = [];
  const afreshOnes: string[] = [];
  return {
    source: 'stick',
    installed,
    afresh: afreshOnes,
    failure: null,
    disks: async () => disks,
    diskAt: async (path) => disks.find(({ name }) => path === `/dev/${name}`)?.id ?? null,
    async install(id, { afresh, onProgress }) {
      for (let percent = STEP; percent <= 100; percent += STEP) {
        await pause(stepMs, undefined, { ref: false });
        onProgress(percent);
        if (this.failure !== null) throw new Error(this.failure);
      }
      installed.push(id);
      if (afresh) afreshOnes.push(id);
      return { kept: !afresh && disks.some((disk) => disk.id === id && disk.content === 'linux') };
    },
  };
}
