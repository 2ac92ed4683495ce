import type { Endpoint, ParamsOf, QueryOf, ReplyOf } from '../api/endpoint.ts';
import { type EnrollmentCode, listEnrollmentCodes } from '../api/enrollment.ts';
import { type Layer, type LayerSummary, listLayers, readLayer } from '../api/layers.ts';
import { listPendingInvitations, listUsers, type PendingInvitation, type User } from '../api/members.ts';
import { allPages } from '../api/pages.ts';
import { listOrganizationProfiles, type Profile, type ProfileSummary, readProfile } from '../api/profiles.ts';
import { listSchedules, type Schedule } from '../api/schedules.ts';
import { listTagRules, type TagRule } from '../api/tag-rules.ts';
import { listWebhooks, type Webhook } from '../api/webhooks.ts';
import type { OrganizationId } from '../ids.ts';
import { layersToSkip } from '../layers/layer-pages.ts';

/** Parts of an organization that a folder describes, each on its own: what has no file is left alone. */
export const SECTIONS = ['profiles', 'layers', 'schedules', 'tagRules', 'codes', 'webhooks', 'members'] as const;
export type Section = (typeof SECTIONS)[number];

/** The lists of an organization, of the sections that were read. */
export interface Lists {
  readonly profiles?: readonly ProfileSummary[];
  readonly layers?: readonly LayerSummary[];
  readonly schedules?: readonly Schedule[];
  readonly tagRules?: readonly TagRule[];
  readonly codes?: readonly EnrollmentCode[];
  readonly webhooks?: readonly Webhook[];
  readonly members?: { readonly users: readonly User[]; readonly invited: readonly PendingInvitation[] };
}

/** Calls an endpoint, over HTTP or within the server. */
export type CallApi = <const E extends Endpoint>(
  endpoint: E,
  sent: { readonly params: ParamsOf<E>; readonly query?: QueryOf<E> },
) => Promise<ReplyOf<E>>;

/** The calls that list a section: whoever reads it needs their permissions. */
export const LISTED_BY: Readonly<Record<Section, readonly Endpoint[]>> = {
  profiles: [listOrganizationProfiles],
  layers: [listLayers],
  schedules: [listSchedules],
  tagRules: [listTagRules],
  codes: [listEnrollmentCodes],
  webhooks: [listWebhooks],
  members: [listUsers, listPendingInvitations],
};

/** Reads one section's list. */
export async function readList(call: CallApi, orgId: OrganizationId, section: Section): Promise<Lists> {
  const params = { orgId };
  switch (section) {
    case 'profiles':
      return { profiles: await allProfiles(call, orgId) };
    case 'layers':
      return { layers: await allLayers(call, orgId) };
    case 'schedules':
      return { schedules: await call(listSchedules, { params }) };
    case 'tagRules':
      return { tagRules: await call(listTagRules, { params }) };
    case 'codes':
      return { codes: await call(listEnrollmentCodes, { params }) };
    case 'webhooks':
      return { webhooks: await call(listWebhooks, { params: { id: orgId } }) };
    case 'members': {
      const users = await call(listUsers, { params: { id: orgId } });
      const { data: invited } = await call(listPendingInvitations, { params: { id: orgId } });
      return { members: { users, invited } };
    }
  }
}

function allProfiles(call: CallApi, orgId: OrganizationId): Promise<ProfileSummary[]> {
  return allPages((filter) => call(listOrganizationProfiles, { params: { orgId }, query: { filter } }));
}

async function allLayers(call: CallApi, orgId: OrganizationId): Promise<LayerSummary[]> {
  const pages = [await call(listLayers, { params: { orgId } })];
  for (let skip = layersToSkip(pages); skip !== undefined; skip = layersToSkip(pages)) {
    pages.push(await call(listLayers, { params: { orgId }, query: { skip } }));
  }
  return pages.flat();
}

/** What each object of a section is at, by its ID or address: a revision, or what it says where it has none. */
export type Versions = Readonly<Record<string, string>>;

export function versionsOf(lists: Lists): Partial<Record<Section, Versions>> {
  const { profiles, layers, schedules, tagRules, codes, webhooks, members } = lists;
  return {
    ...(profiles && { profiles: table(profiles, ({ id, revision }) => [id, `${revision}`]) }),
    ...(layers && { layers: table(layers, ({ id, revision, position }) => [id, `${revision} at ${position}`]) }),
    ...(schedules && { schedules: table(schedules, ({ id, revision }) => [id, `${revision}`]) }),
    ...(tagRules && { tagRules: table(tagRules, ({ id, revision }) => [id, `${revision}`]) }),
    ...(codes && { codes: table(codes, ({ id, profileId }) => [id, profileId]) }),
    ...(webhooks && {
      webhooks: table(webhooks, ({ id, url, events, enabled }) => [id, JSON.stringify([url, events, enabled])]),
    }),
    ...(members && {
      members: {
        ...table(members.users, ({ email, role }) => [email, role]),
        ...table(members.invited, ({ email, role }) => [email, `invited as ${role}`]),
      },
    }),
  };
}

function table<Item>(items: readonly Item[], entry: (item: Item) => readonly [string, string]): Versions {
  return Object.fromEntries(items.map(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** The lists of an organization with what profiles and layers say, secrets masked. */
export interface State extends Lists {
  readonly definitions: ReadonlyMap<string, Profile>;
  readonly contents: ReadonlyMap<string, Layer>;
}

/** Calls in progress at a time. */
const AT_ONCE = 4;

/** Reads sections of an organization. */
export async function readState(call: CallApi, orgId: OrganizationId, sections: readonly Section[]): Promise<State> {
  const lists: Lists[] = [];
  for (const section of sections) lists.push(await readList(call, orgId, section));
  const all: Lists = Object.assign({}, ...lists);
  const definitions = new Map<string, Profile>();
  const contents = new Map<string, Layer>();
  await each(all.profiles ?? [], async ({ id }) => {
    definitions.set(id, await call(readProfile, { params: { id } }));
  });
  await each(all.layers ?? [], async ({ id }) => {
    contents.set(id, await call(readLayer, { params: { orgId, layerId: id } }));
  });
  return { ...all, definitions, contents };
}

async function each<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
