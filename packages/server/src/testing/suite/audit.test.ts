import { ENDPOINTS } from '@berth/contract/api/all';
import { listAudit } from '@berth/contract/api/audit';
import { changesSomething } from '@berth/contract/api/endpoint';
import { expect, it } from 'vitest';
import { sharedServer } from '../server.ts';
import { copyWorlds } from './copies.ts';
import { createWorld, inOrganization, sampleOf } from './samples.ts';

const changing = ENDPOINTS.filter((endpoint) => inOrganization(endpoint) && changesSomething(endpoint));

const server = await sharedServer();
const worlds = await copyWorlds(server, await createWorld(server), changing.length);

it.each(changing.map((endpoint, index) => [endpoint.id, endpoint, index] as const))(
  '%s is in the audit log exactly if it succeeds',
  async (action, endpoint, index) => {
    const world = worlds[index];
    if (!world) throw new Error('no world is left');
    const log = async () => {
      const params = { id: world.organizationId };
      const query = { filter: JSON.stringify({ where: { action } }) };
      return (await server.call(listAudit, { params, query, token: world.owner.token })).reply.length;
    };
    const before = await log();
    const { status } = await server.call(endpoint, { ...sampleOf(endpoint, world), token: world.owner.token });
    expect((await log()) > before).toBe(status < 300);
  },
);
