import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { processesMentioning, testFolder } from '../../testing/folders.ts';
import { eventually } from '../../testing/wait.ts';
import { startProgram } from './programs.ts';

const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];

/** /proc/<pid>/status of a program that was started as another user. */
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

// Only root can start programs as another user.
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

it('a program that is starting while the agent is killed does not outlive it', async () => {
  const folder = await testFolder();
  // Stopped before it asks the kernel for the parent death signal.
  const script = `
    const { startProgram } = await import(${JSON.stringify(new URL('programs.ts', import.meta.url).href)});
    const { pid } = startProgram({ program: '/bin/sleep', args: ['30'], env: { FOLDER: ${JSON.stringify(folder)} } });
    process.kill(pid, 'SIGSTOP');
    console.log(pid);
    process.kill(process.pid, 'SIGKILL');`;
  const agent = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const [pid] = (await once(agent.stdout, 'data')) as [Buffer];
  await once(agent, 'exit');
  process.kill(Number(pid), 'SIGCONT');
  await eventually(() => expect(processesMentioning(folder)).toEqual([]), 5_000);
});

// Only root can isolate programs.
it.runIf(process.getuid?.() === 0)(
  'an isolated program that was killed is told from one that ended with code 1',
  async () => {
    const start = (script: string) =>
      startProgram({
        program: '/bin/sh',
        args: ['-c', script],
        env: { PATH: '/usr/bin:/bin' },
        account: null,
        isolated: true,
        tellsKills: true,
      });
    expect(await start('exit 1').exited).toEqual({ code: 1, signal: null });
    const { child, exited } = start('exec sleep 60');
    const inner = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
    await eventually(() => expect(inner()).toBeGreaterThan(0));
    process.kill(inner(), 'SIGKILL');
    expect(await exited).toEqual({ code: null, signal: 'SIGKILL' });
  },
);
