import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from './run.mjs';

const module = JSON.stringify(fileURLToPath(new URL('./run.mjs', import.meta.url)));

/** Starts runInForeground in a separate process, as npm start does, with a program given as source. */
function startForeground(program: string): { starter: ChildProcess; lines: AsyncIterator<string> } {
  const source = `import { runInForeground } from ${module};
    process.exitCode = await runInForeground(process.execPath, ['--eval', ${JSON.stringify(program)}]);`;
  const args = ['--input-type=module', '--eval', source];
  const starter = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void starter.kill('SIGKILL'));
  return { starter, lines: createInterface({ input: starter.stdout })[Symbol.asyncIterator]() };
}

const next = async (lines: AsyncIterator<string>) => (await lines.next()).value;

/** Prints "up", counts signals for 300 ms after the first and exits with the given code. */
const counting = (signal: string) => `
  let count = 0;
  process.on('${signal}', () => {
    count += 1;
    if (count === 1) setTimeout(() => { console.log('signals', count); process.exit(7); }, 300);
  });
  console.log('up');
  setInterval(() => {}, 1000);`;

describe('a program in the foreground', () => {
  it.each([
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGTERM'],
    ['SIGHUP', 'SIGTERM'],
  ] as const)(
    'receives %s once as %s, however often it is sent, and passes on its exit code',
    async (sent, received) => {
      const { starter, lines } = startForeground(counting(received));
      expect(await next(lines)).toBe('up');
      starter.kill(sent);
      starter.kill(sent);
      expect(await next(lines)).toBe('signals 1');
      expect(await once(starter, 'exit')).toEqual([7, null]);
    },
  );

  it('turns an end by a signal into an exit code', async () => {
    const { starter } = startForeground(`process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);`);
    expect(await once(starter, 'exit')).toEqual([143, null]);
  });
});

describe('a program that is waited for', () => {
  it('returns its exit code and all its output', async () => {
    const outcome = await run('sh', ['-c', 'echo out; echo err >&2; exit 3']);
    expect(outcome).toMatchObject({ code: 3, timedOut: false });
    expect(outcome.output).toContain('out');
    expect(outcome.output).toContain('err');
  });

  it('returns 127 when there is no such program', async () => {
    expect((await run('berth-no-such-program', [])).code).toBe(127);
  });

  it('is killed at its time limit with all its processes', async () => {
    const outcome = await run('sh', ['-c', 'sleep 60 & echo $!; wait'], { timeout: 300 });
    expect(outcome).toMatchObject({ timedOut: true, code: 137 });
    const grandchild = Number(outcome.output);
    await expect.poll(() => isRunning(grandchild)).toBe(false);
  });

  it('is killed after its time limit without output', async () => {
    const outcome = await run('sh', ['-c', 'exec sleep 60'], { silence: 300 });
    expect(outcome).toMatchObject({ timedOut: true, code: 137 });
  });

  it('keeps running as long as it prints output, however long that is', async () => {
    const speaking = 'for i in 1 2 3 4 5 6; do echo $i; sleep 1; done';
    const outcome = await run('sh', ['-c', speaking], { silence: 5_000 });
    expect(outcome).toMatchObject({ timedOut: false, code: 0, output: '1\n2\n3\n4\n5\n6\n' });
  });
});

// A killed process that its new parent has not reaped (state Z) is not running.
function isRunning(pid: number): boolean {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
}
