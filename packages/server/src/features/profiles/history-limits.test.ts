import { randomBytes } from 'node:crypto';
import { changeLayer, createLayer, listLayerRevisions } from '@berth/contract/api/layers';
import { changeProfile, createProfile, listRevisions } from '@berth/contract/api/profiles';
import { PROFILES_MAX } from '@berth/contract/limits';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { createTenant, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

const content = (bytes: number) => JSON.stringify({ large: randomBytes(bytes / 2).toString('hex') });

/** Adds revisions up to the number, all but the newest with so much random text, as saves would. */
async function fill({ owner, organizationId, profileId }: Tenant, newest: number, bytes = 0): Promise<void> {
  await inTenant(server.database.db, { organizationId }, async (tx) => {
    await sql`
      insert into profile_revisions (organization_id, profile_id, revision, name, definition, author_id, author)
        select organization_id, profile_id, n, name,
            case when n < ${newest} then ${content(bytes)}::jsonb else definition end, ${owner.userId}, ${owner.email}
          from profile_revisions, generate_series(2, ${newest}::int) as n
          where profile_id = ${profileId} and revision = 1`.execute(tx);
    await sql`update profiles set revision = ${newest} where profile_id = ${profileId}`.execute(tx);
  });
}

async function save({ owner, profileId }: Tenant): Promise<void> {
  const { status } = await server.call(changeProfile, {
    params: { id: profileId },
    token: owner.token,
    body: { name: 'Reception' },
  });
  expect(status).toBe(200);
}

async function kept({ owner, profileId }: Tenant): Promise<number[]> {
  const numbers: number[] = [];
  for (let before: number | undefined; ; before = numbers.at(-1)) {
    const query = { limit: 200, ...(before && { before }) };
    const { reply } = await server.call(listRevisions, { params: { id: profileId }, token: owner.token, query });
    numbers.push(...reply.map(({ revision }) => revision));
    if (reply.length < 200) return numbers;
  }
}

describe('a history keeps', () => {
  it('the newest 1,000 revisions', async () => {
    const tenant = await createTenant(server);
    await fill(tenant, 1_003);
    await save(tenant);
    const numbers = await kept(tenant);
    expect([numbers[0], numbers.at(-1), numbers.length]).toEqual([1_004, 5, 1_000]);
  });

  it('32 MB, and the newest ten revisions whatever their size', async () => {
    const tenant = await createTenant(server);
    await fill(tenant, 21, 2.5e6);
    await save(tenant);
    expect((await kept(tenant)).at(-1)).toBe(8);
    const large = await createTenant(server);
    await fill(large, 14, 5e6);
    await save(large);
    expect(await kept(large)).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6]);
  });

  it('no more of a layer', async () => {
    const { owner, organizationId } = await createTenant(server);
    const body = { name: 'Brand', off: [], locks: [], definition: {} };
    const created = { params: { orgId: organizationId }, token: owner.token };
    const { reply } = await server.call(createLayer, { ...created, body: { ...body, scope: 'organization' } });
    await inTenant(server.database.db, { organizationId }, async (tx) => {
      await sql`
        insert into layer_revisions (organization_id, layer_id, revision, name, content, author_id, author)
          select organization_id, layer_id, n, name, case when n < 12 then ${content(5e6)}::jsonb else content end,
              author_id, author
            from layer_revisions, generate_series(2, 12) as n where layer_id = ${reply.id}`.execute(tx);
      await sql`update layers set revision = 12 where layer_id = ${reply.id}`.execute(tx);
    });
    const layer = { params: { orgId: organizationId, layerId: reply.id }, token: owner.token };
    const headers = { 'if-match': '"12"' };
    const changed = await server.call(changeLayer, { ...layer, headers, body: { ...body, name: 'Brand of 2027' } });
    expect(changed.reply.revision).toBe(13);
    const { reply: revisions } = await server.call(listLayerRevisions, layer);
    expect(revisions.map(({ revision }) => revision)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
  });
});

it('an organization has a limited number of profiles', async () => {
  const { owner, organizationId } = await createTenant(server);
  await inTenant(server.database.db, { organizationId }, async (tx) => {
    await sql`
      insert into profiles (organization_id, profile_id, name, deployment, revision, updated_by)
        select ${organizationId}, gen_random_uuid(), 'Room ' || n, 'vanilla', 1, ${owner.email}
          from generate_series(3, ${PROFILES_MAX}::int) as n`.execute(tx);
  });
  const create = (name: string) => server.call(createProfile, { token: owner.token, body: { name, organizationId } });
  expect((await create('The last one')).status).toBe(201);
  expect((await create('One more')).error).toMatchObject({ status: 409, code: 'too-many-profiles' });
});
