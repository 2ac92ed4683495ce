import type { Profile, ProfileSummary } from '@berth/contract/api/profiles';
import { ReadyJson } from '../../http/ready-json.ts';

/** Profiles hold pictures, megabytes each: so few are kept. */
const KEPT = 2;

/**
 * The replies of the profiles that were read last, each serialized once: whoever asks for the same one meanwhile waits
 * for it instead of reading it again, and hundreds who take it slowly hold the same bytes.
 */
export function createSharedReplies() {
  const replies = new Map<string, Promise<ReadyJson<Profile>>>();

  /** The reply of a profile that the caller may see as it is now; a definition never changes within a revision. */
  return async (summary: ProfileSummary, load: () => Promise<Profile>): Promise<Profile> => {
    const key = JSON.stringify(summary);
    const known = replies.get(key);
    if (known) {
      const kept = await known.catch(() => undefined);
      if (kept) return kept.asValue();
    }
    const reply = load().then((profile) => new ReadyJson(profile));
    // Put at the end: the first one is the one that was made longest ago.
    replies.delete(key);
    replies.set(key, reply);
    for (const oldest of replies.keys()) if (replies.size > KEPT) replies.delete(oldest);
    reply.catch(() => replies.get(key) === reply && replies.delete(key));
    return (await reply).asValue();
  };
}
