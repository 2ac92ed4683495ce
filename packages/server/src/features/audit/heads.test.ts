import { listAudit, verifyAudit } from '@berth/contract/api/audit';
import { createEnrollmentCode } from '@berth/contract/api/enrollment';
import { listMachines, renameMachine } from '@berth/contract/api/machines';
import { createWebhook, listDeliveries } from '@berth/contract/api/webhooks';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Logger } from '../../platform/logger.ts';
import { createAgent } from '../../testing/agent.ts';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { bootServer, type TestServer } from '../../testing/server.ts';
import { publishHeads } from './heads.ts';

async function verify({ owner, organizationId: id }: Tenant, at: TestServer) {
  return (await at.call(verifyAudit, { params: { id }, token: owner.token })).reply;
}

describe('the end of the chain', () => {
  /** Removes the newest entries; the rest stays consistent. */
  const cut = (at: TestServer, { organizationId: id }: Tenant, last: number) =>
    rowsOf(
      at,
      `alter table audit_entries disable trigger all;
       delete from audit_entries where chain_id = '${id}' and sequence > ${last};
       update audit_heads h set sequence = e.sequence, hash = e.hash from audit_entries e
         where h.chain_id = '${id}' and e.chain_id = h.chain_id and e.sequence = ${last}`,
    );

  it('cannot be truncated unnoticed: machines keep the head of each welcome', async () => {
    const alone = await bootServer();
    const tenant = await createTenant(alone);
    const machine = await addMachine(alone, tenant);
    await alone.call(renameMachine, { params: { id: machine.id }, token: tenant.owner.token, body: { name: 'New' } });
    const link = await machine.connect(alone.url);
    const { audit } = await link.next('welcome');
    expect(audit).toEqual({ sequence: 4, hash: (await verify(tenant, alone)).head });
    const kept = `${audit?.sequence}:${audit?.hash}`;
    const asked = async () => {
      const sent = { params: { id: tenant.organizationId }, query: { kept }, token: tenant.owner.token };
      return (await alone.call(verifyAudit, sent)).reply;
    };
    link.send({ type: 'audit-heads', heads: [audit] });
    expect(await asked()).toMatchObject({ intact: true, holds: true, disputedBy: [] });

    await cut(alone, tenant, 2);
    // The rest is consistent; only a stored head reveals the truncation.
    expect(await asked()).toMatchObject({ intact: true, entries: 2, holds: false });
    link.send({ type: 'audit-heads', heads: [audit] });
    await eventually(async () =>
      expect(await asked()).toMatchObject({ intact: false, entries: 2, brokenAt: 3, disputedBy: [machine.id] }),
    );
    await link.close();
    await alone.stop();
  });

  it('is kept by the real agent across restarts, and verification finds the truncation', async () => {
    const alone = await bootServer();
    onTestFinished(() => alone.stop());
    const tenant = await createTenant(alone);
    const { owner, organizationId, profileId } = tenant;
    const body = { profileId, deployment: 'vanilla' as const, uses: 1, validHours: 1 };
    const call = { params: { orgId: organizationId }, token: owner.token };
    const agent = createAgent(alone.url, (await alone.call(createEnrollmentCode, { ...call, body })).reply.code);
    agent.start();
    const machine = await eventually(async () => {
      const [each] = (await alone.call(listMachines, { token: owner.token })).reply;
      expect(each).toBeDefined();
      // Without a welcome, the agent would enroll again at its next start, which adds an entry.
      expect(agent.kept()).toContain(organizationId);
      return each;
    });
    await alone.call(renameMachine, {
      params: { id: machine?.id as never },
      token: owner.token,
      body: { name: 'New' },
    });
    await agent.stop();
    agent.start();
    // The welcome contains the newest entry, and the machine stores it.
    const { entries } = await eventually(async () => {
      const verified = await verify(tenant, alone);
      expect(agent.kept()).toContain(verified.head);
      return verified;
    });
    await agent.stop();

    await cut(alone, tenant, entries - 2);
    expect(await verify(tenant, alone)).toMatchObject({ intact: true, entries: entries - 2, disputedBy: [] });
    agent.start();
    const found = { intact: false, brokenAt: entries - 1, disputedBy: [machine?.id] };
    await eventually(async () => expect(await verify(tenant, alone)).toMatchObject(found));
  });

  function capture() {
    const lines: object[] = [];
    return { lines, logger: { info: (line: object) => lines.push(line) } as unknown as Logger };
  }

  it('is published again a day later, and only if something was added', async () => {
    const alone = await bootServer();
    onTestFinished(() => alone.stop());
    const { organizationId: id, owner } = await createTenant(alone);
    const published = async () => {
      const { lines, logger } = capture();
      await publishHeads(alone.database.db, logger);
      return lines.filter((line) => 'organizationId' in line);
    };
    const aDayPasses = () =>
      rowsOf(
        alone,
        `alter table audit_entries disable trigger all;
         update audit_entries set time = time - interval '25 hours' where chain_id = '${id}'`,
      );
    expect(await published()).toHaveLength(1);
    await aDayPasses();
    expect(await published()).toEqual([]);
    const body = { url: 'https://hooks.example.org/', events: ['audit.published'] };
    await alone.call(createWebhook, { params: { id }, token: owner.token, body });
    expect(await published()).toMatchObject([{ organizationId: id, sequence: 4 }]);
    expect(await published()).toEqual([]);
  });

  it('of a person’s own log is published daily to the server log', async () => {
    const alone = await bootServer();
    onTestFinished(() => alone.stop());
    const { owner } = await createTenant(alone);
    const { lines, logger } = capture();
    await publishHeads(alone.database.db, logger);
    await publishHeads(alone.database.db, logger);
    const rows = await rowsOf(
      alone,
      `select e.sequence, encode(e.hash, 'hex') as hash from audit_entries e join audit_entries p
         on p.chain_id = e.chain_id and p.sequence = e.sequence + 1 and p.action = 'audit.published'
       where e.chain_id = $1`,
      [owner.userId],
    );
    expect(rows).toHaveLength(1);
    const [{ sequence, hash }] = rows as [{ sequence: string; hash: string }];
    expect(lines).toContainEqual({ userId: owner.userId, sequence: Number(sequence), hash });
  });

  it('is published by the running server', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const alone = await bootServer();
    onTestFinished(() => alone.stop());
    const { organizationId: id, owner } = await createTenant(alone);
    const { head } = await verify({ organizationId: id, owner } as Tenant, alone);
    await vi.advanceTimersByTimeAsync(600_000);
    const query = { filter: '{"where":{"action":"audit.published"}}' };
    await eventually(async () => {
      const { reply } = await alone.call(listAudit, { params: { id }, query, token: owner.token });
      expect(reply).toMatchObject([{ after: { hash: head } }]);
    });
  });

  it('is published daily to webhooks and to the server log', async () => {
    const alone = await bootServer();
    const tenant = await createTenant(alone);
    const { head } = await verify(tenant, alone);
    const params = { id: tenant.organizationId };
    const body = { url: 'https://hooks.example.org/', events: ['audit.published'] };
    const { webhook } = (await alone.call(createWebhook, { params, token: tenant.owner.token, body })).reply;
    const before = (await verify(tenant, alone)).head;
    expect(before).not.toBe(head);
    const { lines, logger } = capture();
    await publishHeads(alone.database.db, logger);
    await publishHeads(alone.database.db, logger);
    const own = lines.filter((line) => 'organizationId' in line);
    expect(own).toEqual([{ organizationId: tenant.organizationId, sequence: 3, hash: before }]);
    const query = { filter: '{"where":{"action":"audit.published"}}' };
    const { reply } = await alone.call(listAudit, { params, query, token: tenant.owner.token });
    expect(reply).toMatchObject([{ actorKind: 'system', after: { sequence: 3, hash: before } }]);
    const sent = { params: { ...params, webhookId: webhook.id }, token: tenant.owner.token };
    expect((await alone.call(listDeliveries, sent)).reply).toMatchObject([{ event: 'audit.published' }]);
    await alone.stop();
  });
});
