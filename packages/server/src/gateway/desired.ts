import type { Desired } from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { coalesce } from './coalesce.ts';
import type { DesiredHead } from './ports.ts';

/** A profile as the bytes that every machine with it is sent. */
export interface ProfileBytes {
  readonly id: ProfileId;
  readonly revision: number;
  readonly json: Buffer;
}

/** Memory that profiles of machines that connect one after another may take. */
const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const NO_PROFILE = Buffer.from('null');
const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/**
 * A `desired` or `welcome` message in parts: what differs from machine to machine, and around it the profile, which is
 * serialised once and shared by all sockets, however many machines show it.
 */
export function desiredParts(
  type: 'welcome' | 'desired',
  { settings }: DesiredHead,
  profile: ProfileBytes | null,
): readonly Buffer[] {
  const head = JSON.stringify({ type, desired: settings });
  return [Buffer.from(`${head.slice(0, -2)},"profile":`), profile?.json ?? NO_PROFILE, Buffer.from('}}')];
}

interface Wanted {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
}

export interface ProfileSource {
  /** The profile at this revision or a newer one; null when it is gone. */
  atLeast(organizationId: OrganizationId, wanted: { id: ProfileId; revision: number }): Promise<ProfileBytes | null>;
  /** The newest revision, read again. */
  newest(wanted: Wanted): Promise<ProfileBytes | null>;
}

/** Reads profiles once, however many machines ask for them, and keeps those used last. */
export function createProfileSource(
  load: (organizationId: OrganizationId, profileId: ProfileId) => Promise<Desired['profile'] | undefined>,
): ProfileSource {
  const cache = new Map<ProfileId, ProfileBytes>();
  let bytes = 0;

  const newest = coalesce(
    ({ profileId }: Wanted) => profileId,
    async ({ organizationId, profileId }): Promise<ProfileBytes | null> => {
      const profile = await load(organizationId, profileId);
      drop(profileId);
      return profile ? keep({ id: profileId, revision: profile.revision, json: toBytes(profile) }) : null;
    },
  );

  function drop(profileId: ProfileId): void {
    bytes -= cache.get(profileId)?.json.length ?? 0;
    cache.delete(profileId);
  }

  function keep(profile: ProfileBytes): ProfileBytes {
    cache.set(profile.id, profile);
    bytes += profile.json.length;
    for (const oldest of cache.keys()) {
      if (bytes <= CACHE_BYTES_MAX || oldest === profile.id) break;
      drop(oldest);
    }
    return profile;
  }

  return {
    newest,
    async atLeast(organizationId, { id, revision }) {
      const cached = cache.get(id);
      if (!cached || cached.revision < revision) return newest({ organizationId, profileId: id });
      // Used last, dropped last.
      cache.delete(id);
      cache.set(id, cached);
      return cached;
    },
  };
}
