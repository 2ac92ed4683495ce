import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aptGet } from './apt.mjs';

/** Holds a lock as apt does, by fcntl, until it is killed. */
const HOLD = `use Fcntl; open(my $f, '>', $ARGV[0]) or die;
  my $lock = pack('s! s! x![q] q q i x4', F_WRLCK, 0, 0, 0, 0); fcntl($f, F_SETLK, $lock) or die; $| = 1; print "held"; sleep 60`;

async function hold(lock: string): Promise<ChildProcess> {
  const holder = spawn('perl', ['-e', HOLD, lock], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void holder.kill('SIGKILL'));
  await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
  expect(holder.exitCode).toBeNull();
  return holder;
}

/** An apt with its own lists and no sources. */
function ownApt(): { readonly env: NodeJS.ProcessEnv; readonly lock: string } {
  const folder = mkdtempSync(join(tmpdir(), 'berth-apt-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const each of ['lists/partial', 'cache/archives/partial', 'etc']) {
    mkdirSync(join(folder, each), { recursive: true, mode: 0o755 });
  }
  writeFileSync(join(folder, 'empty'), '');
  writeFileSync(
    join(folder, 'apt.conf'),
    `Dir::State::Lists "${folder}/lists"; Dir::Cache "${folder}/cache"; APT::Sandbox::User "root";
     Dir::Etc::SourceList "${folder}/empty"; Dir::Etc::SourceParts "${folder}/etc"; APT::Update::Post-Invoke-Success "";
     #clear APT::Update::Post-Invoke-Success; #clear APT::Update::Post-Invoke; #clear DPkg::Post-Invoke;\n`,
  );
  return { env: { APT_CONFIG: join(folder, 'apt.conf') }, lock: join(folder, 'lists', 'lock') };
}

test('waits while another apt runs, and names the process it waits for', async () => {
  const { env, lock } = ownApt();
  const holder = await hold(lock);
  const told: string[] = [];
  const tell = (text: string) => {
    told.push(text);
    if (text !== '') holder.kill('SIGKILL');
  };
  const { code, output } = await aptGet(['update', '-q'], tell, { env, againMs: 100 });
  expect({ code, output }).toMatchObject({ code: 0 });
  expect(told[0]).toBe(`waiting for another apt to end: process ${holder.pid} (perl)`);
  expect(told.at(-1)).toBe('');
});

test("gives up after the time limit, with apt's message", async () => {
  const { env, lock } = ownApt();
  await hold(lock);
  const { code, output } = await aptGet(['update', '-q'], () => undefined, { env, waitSeconds: 0, againMs: 10 });
  expect(code).not.toBe(0);
  expect(output).toContain(lock);
});
