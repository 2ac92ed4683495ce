import type { HeldBackMachine, InstalledOsVersion, OfferedOsVersion } from '@berth/contract/api/os';
import { compareOsVersions, newestOf } from '@berth/contract/rules/os-versions';
import type { Texts } from '@berth/web/i18n/texts.ts';

/** newest, older, expired: offered by the server; gone: runs on machines only; package: a Debian, or unknown. */
export type OsVersionStatus = 'newest' | 'older' | 'expired' | 'gone' | 'package';

/** A line of the table: a version, or a system that is none. */
export interface OsVersionRow {
  readonly id: string;
  readonly kind: InstalledOsVersion['kind'];
  readonly version: string | null;
  readonly channel: string | null;
  readonly architecture: string | null;
  /** Null: the server does not offer it. */
  readonly offered: OfferedOsVersion | null;
  readonly machines: number;
  readonly status: OsVersionStatus;
}

/** The versions that are offered and those that run, newest first; then machines without an image. */
export function versionRows(
  offered: readonly OfferedOsVersion[],
  installed: readonly InstalledOsVersion[],
  now: number,
): OsVersionRow[] {
  const offers = offered.map((each): OsVersionRow => {
    const { version, channel, architecture } = each;
    const machines = installed.find((one) => isSame(one, each))?.machines ?? 0;
    const id = `${channel} ${version} ${architecture}`;
    const status = statusOf(each, offered, now);
    return { id, kind: 'image', version, channel, architecture, offered: each, machines, status };
  });
  const others = installed
    .filter((each) => !offered.some((one) => isSame(each, one)))
    .map((each): OsVersionRow => {
      const { kind, version, channel, architecture } = each;
      const status = kind === 'image' ? 'gone' : 'package';
      return { ...each, id: `${kind} ${channel} ${version} ${architecture}`, offered: null, status };
    });
  return [...offers, ...others].toSorted(inOrder);
}

function isSame(installed: InstalledOsVersion, offered: OfferedOsVersion): boolean {
  return (['version', 'channel', 'architecture'] as const).every((each) => installed[each] === offered[each]);
}

function inOrder(one: OsVersionRow, other: OsVersionRow): number {
  if (one.version === null || other.version === null)
    return Number(one.version === null) - Number(other.version === null);
  return compareOsVersions(other.version, one.version);
}

function statusOf(version: OfferedOsVersion, offered: readonly OfferedOsVersion[], now: number): OsVersionStatus {
  if (Date.parse(version.expires) <= now) return 'expired';
  const { channel, architecture } = version;
  const same = offered.filter((each) => each.channel === channel && each.architecture === architecture);
  return newestOf(same) === version ? 'newest' : 'older';
}

/** Why a machine is held back, for people. */
export function reasonText({ reason, failure, message }: HeldBackMachine, { t }: Texts): string {
  if (reason === 'failed') return t(`machines.os.held.failed.${failure?.reason ?? 'no-boot'}`);
  if (reason === 'refused')
    return message === null ? t('machines.os.held.refused.unknown') : t('machines.os.held.refused', { message });
  return t(`machines.os.held.${reason}`);
}
