import { ENDPOINTS } from '@berth/contract/api/all';
import { listAudit } from '@berth/contract/api/audit';
import { changesSomething } from '@berth/contract/api/endpoint';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bootServer, type TestServer } from '../server.ts';
import { createWorld, inOrganization, sampleOf } from './samples.ts';

let server: TestServer;
beforeAll(async () => {
  server = await bootServer();
});
afterAll(() => server.stop());

const changing = ENDPOINTS.filter((endpoint) => inOrganization(endpoint) && changesSomething(endpoint));

it.each(changing.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s is in the audit log exactly if it succeeds',
  async (action, endpoint) => {
    const world = await createWorld(server);
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
