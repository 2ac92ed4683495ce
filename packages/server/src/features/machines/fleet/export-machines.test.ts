import { exportMachines } from '@berth/contract/api/fleet';
import { beforeAll, describe, expect, it } from 'vitest';
import { addManyMachines, createTenant, type Tenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();
const COUNT = 2_100;
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant(server);
  await addManyMachines(server, tenant, COUNT);
});

describe('a file of thousands of machines', () => {
  // Each finds its machines in another way.
  it.each([{}, { status: 'normal' }, { behind: true }, { name: { ilike: 'desk%' } }])(
    'has each one that %j matches once, in the order of names',
    async (where) => {
      const { json } = await server.call(exportMachines, {
        params: { orgId: tenant.organizationId },
        token: tenant.owner.token,
        query: { filter: JSON.stringify({ where }) },
      });
      const lines = String(json).trim().split(/\r?\n/).slice(1);
      const names = lines.map((line) => line.split(',')[2]);
      expect(names).toEqual(Array.from({ length: COUNT }, (_, at) => `Desk ${at + 1}`));
    },
  );
});
