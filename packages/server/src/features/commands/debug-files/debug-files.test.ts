import { connect } from 'node:net';
import {
  type DebugFile,
  deleteDebugFile,
  listDebugFiles,
  readDebugFile,
  requestDebugFile,
  uploadDebugFile,
} from '@berth/contract/api/debug-files';
import type { MachineId } from '@berth/contract/ids';
import { DEBUG_FILE_BYTES_MAX, DEBUG_FILES_KEPT } from '@berth/contract/limits';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { addressOf, type Received, send } from '../../../testing/client.ts';
import { addMachine, addMember, createTenant, rowsOf, type Tenant } from '../../../testing/fleet.ts';
import type { MachineLink } from '../../../testing/machine.ts';
import { sharedServer } from '../../../testing/server.ts';

const server = await sharedServer();

async function online() {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url);
  await link.next('welcome');
  return { tenant, link, sent: { params: { id: machine.id }, token: tenant.owner.token } };
}

/** Requests a file as an administrator, and returns the machine's message. */
async function ask({ owner }: Tenant, link: MachineLink, id: MachineId) {
  await server.call(requestDebugFile, { params: { id }, token: owner.token });
  const { payload } = await link.next('command');
  return { path: String(payload.path), token: String(payload.token) };
}

function upload(
  { path, token }: { path: string; token: string },
  content: Uint8Array<ArrayBuffer>,
  about: { name?: string; field?: string } = {},
): Promise<Received<DebugFile>> {
  const form = new FormData();
  form.set('note', 'ignored');
  form.set(about.field ?? 'file', new Blob([content]), about.name ?? 'debug.tar.gz');
  return send(`${server.url}${path}`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
}

const bytes = (length: number) => new Uint8Array(length).map((_, index) => (index * 31) % 251);

describe('a debug file', () => {
  it('is requested, uploaded by the machine, listed, downloaded, and deleted', async () => {
    const { tenant, link, sent } = await online();
    const ticket = await ask(tenant, link, sent.params.id);
    const content = bytes(3_000_000);
    const { status, reply } = await upload(ticket, content, { name: '../../etc/lögs (1).tar.gz' });
    expect([status, reply.bytes]).toEqual([201, content.length]);
    expect(reply.name).not.toContain('/');
    const listed = (await server.call(listDebugFiles, sent)).reply;
    expect(listed).toMatchObject([{ id: reply.id, bytes: content.length }]);

    const params = { ...sent.params, fileId: reply.id };
    const address = `${server.url}${addressOf(readDebugFile, { params })}`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${sent.token}` } });
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(content))).toBe(true);

    expect((await server.call(deleteDebugFile, { params, token: sent.token })).status).toBe(204);
    expect((await server.call(readDebugFile, { params, token: sent.token })).error.code).toBe('not-found');
    const audited = await rowsOf(server, "select actor_kind from audit_entries where action = 'debugFiles.upload'");
    expect(audited).toEqual([{ actor_kind: 'machine' }]);
    await link.close();
  });

  it('is accepted once, with the token of the command only', async () => {
    const { tenant, link, sent } = await online();
    const ticket = await ask(tenant, link, sent.params.id);
    const forged = { ...ticket, token: `${ticket.token.slice(0, -3)}AAA` };
    for (const token of [forged, { ...ticket, token: sent.token }, { ...ticket, token: '' }]) {
      expect((await upload(token, bytes(10))).error.code).toBe('unauthenticated');
    }
    expect((await upload(ticket, bytes(10))).status).toBe(201);
    expect((await upload(ticket, bytes(10))).error.code).toBe('unauthenticated');
    await link.close();
  });

  it('stays readable if the machine sends it twice at once', async () => {
    const { tenant, link, sent } = await online();
    const ticket = await ask(tenant, link, sent.params.id);
    const uploads = await Promise.all([1, 2, 3].map(() => upload(ticket, bytes(300_000))));
    expect(uploads.map(({ status }) => status).toSorted()).toEqual([201, 401, 401]);
    const [file] = (await server.call(listDebugFiles, sent)).reply;
    const address = addressOf(readDebugFile, { params: { ...sent.params, fileId: file?.id } });
    const response = await fetch(`${server.url}${address}`, { headers: { authorization: `Bearer ${sent.token}` } });
    expect((await response.arrayBuffer()).byteLength).toBe(300_000);
    await link.close();
  });

  it('leaves no file if too large, in another field, or not multipart', async () => {
    const { tenant, link, sent } = await online();
    const ticket = await ask(tenant, link, sent.params.id);
    expect((await upload(ticket, bytes(10), { field: 'other' })).error.code).toBe('invalid-input');
    const headers = { authorization: `Bearer ${ticket.token}` };
    const json = { ...headers, 'content-type': 'application/json' };
    const noForm = await send(`${server.url}${ticket.path}`, { method: 'POST', headers: json, body: '{}' });
    expect(noForm.error.code).toBe('unsupported-media-type');
    const broken = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    const half = await send(`${server.url}${ticket.path}`, {
      method: 'POST',
      headers: broken,
      body: '--x\r\nnonsense',
    });
    expect(half.error.code).toBe('invalid-input');
    const large = await upload(ticket, new Uint8Array(DEBUG_FILE_BYTES_MAX + 1)).catch(() => undefined);
    if (large) expect(large.error.code).toBe('body-too-large');
    expect((await server.call(listDebugFiles, sent)).reply).toEqual([]);
    // None of these consumed the token.
    expect((await upload(ticket, bytes(10))).status).toBe(201);
    await link.close();
  });

  it('leaves no file if the upload breaks off', async () => {
    const { tenant, link, sent } = await online();
    const ticket = await ask(tenant, link, sent.params.id);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(
      `POST ${ticket.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ticket.token}\r\ncontent-length: 100000\r\n` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n' +
        '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nhalf of it',
      () => setTimeout(() => socket.destroy(), 50),
    );
    await new Promise((resolve) => socket.once('close', resolve));
    await eventually(async () => expect((await upload(ticket, bytes(10))).status).toBe(201));
    expect((await server.call(listDebugFiles, sent)).reply).toMatchObject([{ bytes: 10 }]);
    await link.close();
  });

  it('is replaced by newer ones, and visible only with the permission to command machines', async () => {
    const { tenant, link, sent } = await online();
    for (let index = 0; index < DEBUG_FILES_KEPT + 2; index += 1) {
      const ticket = await ask(tenant, link, sent.params.id);
      expect((await upload(ticket, bytes(index + 1))).status).toBe(201);
    }
    const sizes = (await server.call(listDebugFiles, sent)).reply.map((file) => file.bytes);
    expect(sizes).toEqual(Array.from({ length: DEBUG_FILES_KEPT }, (_, index) => DEBUG_FILES_KEPT + 2 - index));
    const viewer = await addMember(server, tenant, 'viewer');
    expect((await server.call(listDebugFiles, { ...sent, token: viewer.token })).error.code).toBe('forbidden');
    expect(uploadDebugFile.path).toBe('/machines/debug/file');
    await link.close();
  });
});
