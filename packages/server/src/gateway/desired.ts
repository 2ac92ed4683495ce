import type { AuditHead, Ticket } from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { coalesce } from './coalesce.ts';
import type { DesiredHead, GatewayPorts, ProfileKey, ProfileReference } from './ports.ts';

/** A profile as serialized bytes, shared by all machines that show it. */
export interface ProfileBytes {
  readonly id: ProfileId;
  readonly revision: number;
  readonly json: Buffer;
  /** During a rollout, machines differ in the revision they should show. */
  readonly isStaged: boolean;
}

/** Memory limit of cached profiles. */
const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const NO_PROFILE = Buffer.from('null');
const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** The fields of a welcome besides the desired state. */
interface Welcome {
  readonly audit: AuditHead | undefined;
  readonly ticket: Ticket;
}

/**
 * A `desired` or `welcome` message in parts: the machine's own fields, and between them the profile, which is
 * serialized once and shared by all sockets.
 * @param own The machine's name and tags as JSON (splitHead).
 */
export function desiredParts(
  own: string,
  { settings }: CachedHead,
  profile: ProfileBytes | null,
  welcome: Welcome | undefined,
): readonly Buffer[] {
  const opening = welcome ? { type: 'welcome', ...welcome } : { type: 'desired' };
  const head = JSON.stringify(opening).slice(0, -1);
  return [
    Buffer.from(`${head},"desired":{${own.slice(1, -1)},${settings.slice(1, -1)},"profile":`),
    profile?.json ?? NO_PROFILE,
    Buffer.from('}}'),
  ];
}

/** Fields besides the machine's own that are kept while it is connected; mostly equal across a fleet. */
export interface CachedHead {
  /** All other settings as JSON. */
  readonly settings: string;
  readonly profile: ProfileReference | null;
}

/** Splits a head into the machine's own fields as JSON, its name and tags, and what it shares with others. */
export function splitHead({ settings, profile }: DesiredHead): { readonly own: string; readonly head: CachedHead } {
  const { machineName, tags, ...others } = settings;
  return { own: JSON.stringify({ machineName, tags }), head: { settings: JSON.stringify(others), profile } };
}

interface RevisionKey extends ProfileKey {
  /** Undefined: the newest. */
  readonly revision?: number;
  readonly layers?: readonly string[];
}

export interface ProfileSource {
  /** The profile at this revision, or a newer one unless the machine is held; null if it was deleted. */
  get(organizationId: OrganizationId, reference: ProfileReference): Promise<ProfileBytes | null>;
  /** The newest revision, read again. */
  newest(key: RevisionKey): Promise<ProfileBytes | null>;
}

/** Reads profiles once for all machines and caches the most recently used. */
export function createProfileSource(load: GatewayPorts['loadProfile']): ProfileSource {
  const cache = new Map<string, ProfileBytes>();
  let bytes = 0;
  const nameOf = ({ profileId, revision, layers = [] }: RevisionKey) =>
    [revision === undefined ? profileId : `${profileId}@${revision}`, ...layers].join();

  const read = coalesce(nameOf, async (key: RevisionKey): Promise<ProfileBytes | null> => {
    const { organizationId, profileId: id, revision, layers = [] } = key;
    const loaded = await load(organizationId, id, revision, layers);
    drop(nameOf(key));
    if (!loaded) return null;
    const { content, isStaged } = loaded;
    return keep(nameOf(key), { id, revision: content.revision, json: toBytes(content), isStaged });
  });

  function drop(name: string): void {
    bytes -= cache.get(name)?.json.length ?? 0;
    cache.delete(name);
  }

  function keep(name: string, profile: ProfileBytes): ProfileBytes {
    cache.set(name, profile);
    bytes += profile.json.length;
    for (const oldest of cache.keys()) {
      if (bytes <= CACHE_BYTES_MAX || oldest === name) break;
      drop(oldest);
    }
    return profile;
  }

  return {
    newest: read,
    async get(organizationId, { id, revision, isHeld, layers }) {
      const key: RevisionKey = { organizationId, profileId: id, layers, ...(isHeld && { revision }) };
      const cached = cache.get(nameOf(key));
      if (!cached || cached.revision < revision) return read(key);
      // Moves it to the end: the least recently used is dropped first.
      cache.delete(nameOf(key));
      cache.set(nameOf(key), cached);
      return cached;
    },
  };
}
