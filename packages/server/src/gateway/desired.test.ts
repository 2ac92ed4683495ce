import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { describe, expect, it } from 'vitest';
import { createProfileSource, desiredParts, splitHead } from './desired.ts';
import type { DesiredHead, LoadedProfile } from './ports.ts';

const organizationId = 'organization' as OrganizationId;
const profileId = (n: number) => `profile ${n}` as ProfileId;
const reference = (n: number, revision: number, isHeld = false, layers: readonly string[] = []) => ({
  id: profileId(n),
  revision,
  isHeld,
  layers,
});

/** A source whose profiles are at `newest` and as large as wanted, and the names of what it loaded. */
function createSource(newest: { revision: number | undefined }, bytes = 0) {
  const loaded: string[] = [];
  const source = createProfileSource(async (_, id, revision, layers): Promise<LoadedProfile | undefined> => {
    loaded.push([id, revision ?? 'newest', ...layers].join(' '));
    const shown = revision ?? newest.revision;
    if (shown === undefined) return undefined;
    const definition = { filler: 'x'.repeat(bytes) };
    return { content: { id, name: 'Desk', revision: shown, definition }, isStaged: false };
  });
  return { source, loaded };
}

describe('the profiles of machines', () => {
  it('are loaded once for all machines, and again for a newer revision', async () => {
    const newest = { revision: 3 };
    const { source, loaded } = createSource(newest);
    const first = await source.get(organizationId, reference(1, 3));
    expect(await source.get(organizationId, reference(1, 2))).toBe(first);
    expect(first).toMatchObject({ id: profileId(1), revision: 3, isStaged: false });
    expect(loaded).toEqual(['profile 1 newest']);
    newest.revision = 4;
    expect(await source.get(organizationId, reference(1, 4))).toMatchObject({ revision: 4 });
    expect(await source.newest({ organizationId, profileId: profileId(1) })).toMatchObject({ revision: 4 });
    expect(loaded).toEqual(['profile 1 newest', 'profile 1 newest', 'profile 1 newest']);
  });

  it('are kept apart by held revision and by layers', async () => {
    const { source, loaded } = createSource({ revision: 3 });
    const held = await source.get(organizationId, reference(1, 2, true));
    const free = await source.get(organizationId, reference(1, 3));
    const layered = await source.get(organizationId, reference(1, 3, false, ['a@1', 'b@2']));
    expect(held).toMatchObject({ revision: 2 });
    expect(await source.get(organizationId, reference(1, 2, true))).toBe(held);
    expect(await source.get(organizationId, reference(1, 3))).toBe(free);
    expect(await source.get(organizationId, reference(1, 3, false, ['a@1', 'b@2']))).toBe(layered);
    expect(loaded).toEqual(['profile 1 2', 'profile 1 newest', 'profile 1 newest a@1 b@2']);
    await source.get(organizationId, reference(1, 3, false, ['a@1', 'b@3']));
    expect(loaded).toHaveLength(4);
  });

  it('are gone once they are deleted', async () => {
    const newest: { revision: number | undefined } = { revision: 1 };
    const { source, loaded } = createSource(newest);
    await source.get(organizationId, reference(1, 1));
    newest.revision = undefined;
    expect(await source.newest({ organizationId, profileId: profileId(1) })).toBeNull();
    expect(await source.get(organizationId, reference(1, 1))).toBeNull();
    expect(loaded).toHaveLength(3);
  });

  it('fill 64 MB of memory: the least recently used is dropped first', async () => {
    const { source, loaded } = createSource({ revision: 1 }, 20 * 1024 * 1024);
    const get = (n: number) => source.get(organizationId, reference(n, 1));
    for (const n of [1, 2, 3, 1, 4]) await get(n);
    expect(loaded.splice(0)).toEqual([1, 2, 3, 4].map((n) => `${profileId(n)} newest`));
    for (const n of [1, 3, 4]) await get(n);
    expect(loaded).toEqual([]);
    await get(2);
    expect(loaded).toEqual(['profile 2 newest']);
    // A revision replaces the one before it, whose memory is free again.
    for (let round = 0; round < 5; round += 1) await source.newest({ organizationId, profileId: profileId(2) });
    loaded.length = 0;
    for (const n of [2, 4]) await get(n);
    expect(loaded).toEqual([]);
  });

  it('are kept one at a time if they are larger', async () => {
    const { source, loaded } = createSource({ revision: 1 }, 65 * 1024 * 1024);
    await source.get(organizationId, reference(1, 1));
    await source.get(organizationId, reference(1, 1));
    expect(loaded).toHaveLength(1);
  });
});

it('a message consists of the machine’s own fields and the profile’s bytes', async () => {
  const settings: DesiredHead['settings'] = {
    organizationId,
    organizationName: 'Company',
    machineName: 'Counter',
    tags: ['room:B12'],
    deployment: 'flex',
    contextRevision: 7,
    context: { muted: true },
  };
  const { own, head } = splitHead({ settings, profile: reference(1, 1), audit: undefined, commandsWait: false });
  expect(head.settings).not.toMatch(/Counter|B12/);
  const { source } = createSource({ revision: 1 });
  const profile = await source.get(organizationId, reference(1, 1));
  const read = (parts: readonly Buffer[]) => JSON.parse(Buffer.concat(parts).toString());
  expect(read(desiredParts(own, head, profile, undefined))).toEqual({
    type: 'desired',
    desired: {
      ...settings,
      profile: { id: profileId(1), name: 'Desk', revision: 1, definition: { filler: '' } },
    },
  });
  const ticket = { day: 1, secret: 'secret' };
  expect(read(desiredParts(own, head, null, { audit: undefined, ticket }))).toEqual({
    type: 'welcome',
    ticket,
    desired: { ...settings, profile: null },
  });
});
