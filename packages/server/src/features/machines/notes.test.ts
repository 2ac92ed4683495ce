import { listAudit } from '@berth/contract/api/audit';
import { exportMachines, importMachines, previewImport } from '@berth/contract/api/fleet';
import { noteMachine } from '@berth/contract/api/machine-actions';
import { listOrganizationMachines, readMachine, renameMachine } from '@berth/contract/api/machines';
import { MACHINE_NOTE } from '@berth/contract/rules/text';
import { describe, expect, it } from 'vitest';
import { addMachine, createTenant, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

const server = await sharedServer();

const called = ({ owner, organizationId }: Tenant) => ({ params: { orgId: organizationId }, token: owner.token });

async function tenantWithDesk() {
  const tenant = await createTenant(server);
  const { id } = await addMachine(server, tenant, { name: 'Desk' });
  const write = (note: string) =>
    server.call(noteMachine, { params: { id }, token: tenant.owner.token, body: { note } });
  const read = async () => (await server.call(readMachine, { params: { id }, token: tenant.owner.token })).reply.note;
  return { tenant, id, write, read };
}

async function found(tenant: Tenant, text: string): Promise<string[]> {
  const filter = JSON.stringify({ where: { search: { ilike: `%${text}%` } } });
  const { reply } = await server.call(listOrganizationMachines, { ...called(tenant), query: { filter } });
  return reply.map(({ name, note }) => `${name}: ${note}`);
}

describe('the note about a machine', () => {
  it('is written, shown in lists, and removed, and the audit log has both texts', async () => {
    const { tenant, write, read } = await tenantWithDesk();
    expect(await read()).toBe('');
    expect((await write('  Room 4, by the window\nAsset 0815 ')).reply.note).toBe('Room 4, by the window\nAsset 0815');
    expect(await read()).toBe('Room 4, by the window\nAsset 0815');
    expect(await found(tenant, 'Desk')).toEqual(['Desk: Room 4, by the window\nAsset 0815']);
    expect((await write('')).reply.note).toBe('');
    expect(await read()).toBe('');
    const { organizationId, owner } = tenant;
    const { reply } = await server.call(listAudit, { params: { id: organizationId }, token: owner.token });
    const entries = reply.filter(({ action }) => action === noteMachine.id);
    expect(entries.map(({ before, after }) => [before, after])).toEqual([
      [{ note: 'Room 4, by the window\nAsset 0815' }, { note: '' }],
      [{ note: '' }, { note: 'Room 4, by the window\nAsset 0815' }],
    ]);
  });

  it('is found by a search, in any case, until it changes', async () => {
    const { tenant, id, write } = await tenantWithDesk();
    await write('Borrowed by Ms Zürcher');
    expect(await found(tenant, 'zürcher')).toHaveLength(1);
    await server.call(renameMachine, { params: { id }, token: tenant.owner.token, body: { name: 'Front desk' } });
    expect(await found(tenant, 'ZÜRCHER')).toEqual(['Front desk: Borrowed by Ms Zürcher']);
    await write('Returned');
    expect(await found(tenant, 'zürcher')).toEqual([]);
    expect(await found(tenant, 'returned')).toHaveLength(1);
  });

  it.each([
    ['a text that is too long', 'x'.repeat(MACHINE_NOTE.maxLength + 1)],
    ['control characters', 'Room\u0007 4'],
    ['text that turns what follows', 'Room \u202e4'],
  ])('refuses %s', async (_what, note) => {
    const { write } = await tenantWithDesk();
    const { error } = await write(note);
    expect([error.code, error.faults?.map(({ path }) => path)]).toEqual(['invalid-input', ['/note']]);
  });
});

describe('an import', () => {
  it('changes notes, leaves those of empty cells, and can be undone', async () => {
    const { tenant, id, read, write } = await tenantWithDesk();
    const { id: other } = await addMachine(server, tenant, { name: 'Ward' });
    await write('Old');
    const csv = `id,note\n${id},"Room 4\r\nAsset 0815"\n${other},\n`;
    const { reply } = await server.call(previewImport, { ...called(tenant), body: { csv } });
    expect(reply.changes).toEqual([{ id, current: 'Desk', note: 'Room 4\nAsset 0815' }]);
    const done = await server.call(importMachines, { ...called(tenant), body: { csv } });
    expect(await read()).toBe('Room 4\nAsset 0815');
    await server.call(importMachines, { ...called(tenant), body: { csv: done.reply.undo ?? '' } });
    expect(await read()).toBe('Old');
    await server.call(importMachines, { ...called(tenant), body: { csv: `id,note\n${id},(none)\n` } });
    expect(await read()).toBe('');
  });

  it('takes an exported file, and names a note that is too long', async () => {
    const { tenant, id, write } = await tenantWithDesk();
    await write('Room 4; "left"\n=1+1');
    const { reply: file } = await server.call(exportMachines, { ...called(tenant), query: { separator: 'semicolon' } });
    expect(file).toContain('note');
    const { reply } = await server.call(previewImport, { ...called(tenant), body: { csv: file } });
    expect([reply.faults, reply.changes]).toEqual([[], []]);
    const csv = `id,note\n${id},${'x'.repeat(MACHINE_NOTE.maxLength + 1)}\n`;
    const long = await server.call(previewImport, { ...called(tenant), body: { csv } });
    expect(long.reply.faults).toMatchObject([{ line: 2, column: 'note', rule: 'note-invalid' }]);
  });
});
