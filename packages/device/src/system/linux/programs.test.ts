import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startProgram } from './programs.ts';

const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];

/** What the kernel says of a program that was started as another user. */
async function statusOf(gainsRights: boolean): Promise<Record<string, string>> {
  const lines: string[] = [];
  const account = { name: 'nobody', uid: Number(uid), gid: Number(gid) };
  const args = ['-c', 'cat /proc/self/status >&2'];
  const env = { PATH: '/usr/bin:/bin' };
  const { child, exited } = startProgram({
    program: '/bin/sh',
    args,
    env,
    account,
    gainsRights,
    onLine: (line) => lines.push(line),
  });
  await exited;
  if (!child.stderr?.closed) await new Promise((resolve) => child.once('close', resolve));
  return Object.fromEntries(lines.map((line) => line.split(/:\s*/) as [string, string]));
}

// Only root gives a program another user.
it.runIf(process.getuid?.() === 0)(
  "another user's program cannot gain rights, unless its sandbox needs that",
  async () => {
    expect(await statusOf(false)).toMatchObject({
      Uid: expect.stringContaining(uid ?? 'nobody'),
      NoNewPrivs: '1',
      CapBnd: '0000000000000000',
    });
    expect(await statusOf(true)).toMatchObject({ NoNewPrivs: '0' });
  },
);
