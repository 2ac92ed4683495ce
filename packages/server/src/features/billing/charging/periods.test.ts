import { randomUUID } from 'node:crypto';
import { removeMachine } from '@berth/contract/api/machine-actions';
import { CREDIT_PERIOD_MS } from '@berth/contract/rules/billing';
import { describe, expect, it } from 'vitest';
import { inTenant } from '../../../db/transaction.ts';
import { chargingServer, DAY } from '../../../testing/charging/charging-server.ts';
import { addMachine, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import { post, transfer } from '../ledger/post.ts';

const HOUR = 3_600_000;

const { server, now, advance, charge, proTenant } = await chargingServer();

/** Of all machines, in milliseconds since 1970. */
const periodsOf = ({ organizationId }: Tenant) =>
  rowsOf(
    server,
    `select extract(epoch from period_start) * 1000 as start, extract(epoch from period_end) * 1000 as end
     from billing_charges where organization_id = $1 order by machine_id, number`,
    [organizationId],
  ) as Promise<{ start: string; end: string }[]>;

/** The time since which charges are not covered, as text; null if all are. */
async function arrearsOf({ organizationId }: Tenant): Promise<string | null> {
  const [row] = (await rowsOf(
    server,
    'select arrears_since::text as since from billing_accounts where organization_id = $1',
    [organizationId],
  )) as { since: string | null }[];
  return row?.since ?? null;
}

describe('a paid period', () => {
  it('lasts 30 days and starts where the last one ended, if the charge is late by hours', async () => {
    const tenant = await proTenant(100);
    await addMachine(server, tenant);
    await charge();
    advance(CREDIT_PERIOD_MS + 5 * HOUR);
    await charge();
    const [first, second] = await periodsOf(tenant);
    expect(Number(first?.end) - Number(first?.start)).toBe(CREDIT_PERIOD_MS);
    expect(second?.start).toBe(first?.end);
    expect(Number(second?.end) - Number(second?.start)).toBe(CREDIT_PERIOD_MS);
  });

  it('starts at the charge if that is late by days: the days between are free', async () => {
    const tenant = await proTenant(100);
    await addMachine(server, tenant);
    await charge();
    advance(CREDIT_PERIOD_MS + 3 * DAY);
    const late = now();
    await charge();
    const [, second] = await periodsOf(tenant);
    expect(Math.abs(Number(second?.start) - late)).toBeLessThan(HOUR);
  });

  it('names the machine in the ledger', async () => {
    const tenant = await proTenant(100);
    await addMachine(server, tenant, { name: 'Reception' });
    await charge();
    expect(
      await rowsOf(
        server,
        "select description, author from ledger_transactions where organization_id = $1 and kind = 'charge'",
        [tenant.organizationId],
      ),
    ).toEqual([{ description: 'pro · Reception', author: 'charging' }]);
  });
});

describe('arrears', () => {
  it('begin with the first uncovered charge, not with each run', async () => {
    const tenant = await proTenant(3);
    await addMachine(server, tenant);
    await charge();
    expect(await arrearsOf(tenant)).toBeNull();
    await addMachine(server, tenant);
    await charge();
    const since = await arrearsOf(tenant);
    expect(since).not.toBeNull();
    advance(2 * DAY);
    await charge();
    expect(await arrearsOf(tenant)).toBe(since);
  });

  it('end when the machine that was not covered is removed', async () => {
    const tenant = await proTenant(3);
    await addMachine(server, tenant);
    const late = await addMachine(server, tenant);
    await charge();
    expect(await arrearsOf(tenant)).not.toBeNull();
    const uncovered = await rowsOf(
      server,
      `select machine_id from machines where organization_id = $1
       and machine_id not in (select machine_id from billing_charges)`,
      [tenant.organizationId],
    );
    expect(uncovered).toEqual([{ machine_id: late.id }]);
    await server.call(removeMachine, { params: { id: late.id }, token: tenant.owner.token });
    await charge();
    expect(await arrearsOf(tenant)).toBeNull();
  });

  it('leave the machines of the smart series paid', async () => {
    const tenant = await proTenant(1);
    const id = randomUUID();
    const debt = transfer('credit', 'credits-owed', 'credits-used', 5);
    const booking = { id, key: id, kind: 'adjustment', description: '', author: 'test', at: now() } as const;
    await inTenant(server.database.db, tenant, (tx) =>
      post(tx, tenant.organizationId, [{ ...booking, postings: debt }]),
    );
    await addMachine(server, tenant, { deployment: 'smartsignage' });
    await charge();
    expect(await periodsOf(tenant)).toHaveLength(1);
    expect(await arrearsOf(tenant)).not.toBeNull();
  });
});
