import { listDebugFiles, readDebugFile, requestDebugFile } from '@berth/contract/api/debug-files';
import { DEBUG_FILE_BYTES_MAX } from '@berth/contract/limits';
import { expect, it } from 'vitest';
import { addressOf, send } from '../../../testing/client.ts';
import { addMachine, createTenant } from '../../../testing/fleet.ts';
import { startS3 } from '../../../testing/s3.ts';
import { bootServer } from '../../../testing/server.ts';

it('debug files are stored in the configured S3-compatible bucket', async () => {
  const s3 = await startS3();
  const server = await bootServer({ config: { storage: s3.settings } });
  try {
    const tenant = await createTenant(server);
    const machine = await addMachine(server, tenant);
    const link = await machine.connect(server.url);
    await link.next('welcome');
    const sent = { params: { id: machine.id }, token: tenant.owner.token };
    const ticket = async () => {
      await server.call(requestDebugFile, sent);
      const { payload } = await link.next('command');
      return { path: String(payload.path), token: String(payload.token) };
    };
    const upload = async (content: Uint8Array<ArrayBuffer>) => {
      const { path, token } = await ticket();
      const body = new FormData();
      body.set('file', new Blob([content]), 'debug.tar.gz');
      const headers = { authorization: `Bearer ${token}` };
      return send<{ id: string }>(`${server.url}${path}`, { method: 'POST', headers, body });
    };
    const content = new Uint8Array(2_000_000).fill(7);
    const { status } = await upload(content);
    expect(status).toBe(201);
    const [file] = (await server.call(listDebugFiles, sent)).reply;
    expect([...s3.objects.keys()]).toEqual([`debug/${tenant.organizationId}/${file?.id}`]);
    const address = addressOf(readDebugFile, { params: { ...sent.params, fileId: file?.id } });
    const headers = { authorization: `Bearer ${sent.token}` };
    const reply = await fetch(`${server.url}${address}`, { headers });
    expect((await reply.arrayBuffer()).byteLength).toBe(content.length);

    const large = await upload(new Uint8Array(DEBUG_FILE_BYTES_MAX + 1)).catch(() => undefined);
    if (large) expect(large.status).toBe(413);
    expect(s3.objects.size).toBe(1);
    await link.close();
  } finally {
    await server.stop();
    await s3.stop();
  }
});
