import {
  listOrganizationProfiles,
  listProfiles,
  type Profile,
  type ProfileSummary,
  readProfile,
} from '@berth/contract/api/profiles';
import { listQuery } from '../../http/filter/list-query.ts';
import { pick } from '../../http/filter/parse.ts';
import { ReadyJson } from '../../http/reply.ts';
import { type Route, route } from '../../http/route.ts';
import { notFound } from './errors.ts';
import { presentProfile, presentSummary, profileListing } from './present.ts';
import * as store from './store.ts';
import { findProfile } from './store.ts';
import { findRevision } from './store-revisions.ts';

export const listProfilesRoute = route(listProfiles, async ({ query, tx }) => {
  const list = listQuery(query.filter, profileListing);
  const rows = await store.listProfiles(tx, undefined, list);
  return rows.map((row) => pick(presentSummary(row), list.fields));
});

export const listOrganizationProfilesRoute = route(listOrganizationProfiles, async ({ query, tx, organizationId }) => {
  const list = listQuery(query.filter, profileListing);
  const rows = await store.listProfiles(tx, organizationId, list);
  return rows.map((row) => pick(presentSummary(row), list.fields));
});

export function readProfileRoute(): Route {
  const shared = createSharedReplies();
  return route(readProfile, async ({ params, tx, organizationId, setEtag }) => {
    const key = { organizationId, profileId: params.id };
    const profile = await findProfile(tx, key);
    if (!profile) throw notFound();
    setEtag(profile.revision);
    return shared(presentSummary(profile), async () => {
      const current = await findRevision(tx, key, profile.revision);
      if (!current) throw notFound();
      return presentProfile(profile, current.definition);
    });
  });
}

/** Few, because profiles contain megabytes of images. */
const KEPT = 2;

/**
 * Caches the serialized replies of the last profiles. Concurrent calls for a profile share one read, and slow readers
 * share the same bytes.
 */
export function createSharedReplies() {
  const replies = new Map<string, Promise<ReadyJson<Profile>>>();

  /** Returns the reply for a profile that the caller can read; definitions never change within a revision. */
  return async (summary: ProfileSummary, load: () => Promise<Profile>): Promise<Profile> => {
    const key = JSON.stringify(summary);
    const known = replies.get(key);
    if (known) {
      const kept = await known.catch(() => undefined);
      if (kept) return kept.asValue();
    }
    const reply = load().then((profile) => ReadyJson.of(profile));
    // Moved to the end: the first entry is the oldest.
    replies.delete(key);
    replies.set(key, reply);
    for (const oldest of replies.keys()) if (replies.size > KEPT) replies.delete(oldest);
    reply.catch(() => replies.get(key) === reply && replies.delete(key));
    return (await reply).asValue();
  };
}
