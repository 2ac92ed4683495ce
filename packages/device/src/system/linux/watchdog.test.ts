import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../log.ts';
import { keepWatchdogQuiet } from './watchdog.ts';

/** Prints each datagram with its sender's PID, like systemd: Node has no Unix datagram sockets. */
const LISTENER = `use Socket; $| = 1;
socket(my $s, AF_UNIX, SOCK_DGRAM, 0) or die; bind($s, pack_sockaddr_un($ARGV[0])) or die; print "ready\\n";
while (defined recv($s, my $message, 4096, 0)) { $message =~ tr/\\n//d; print "$message\\n"; }`;

test('notifies systemd’s watchdog while the event loop works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-watchdog-'));
  const NOTIFY_SOCKET = join(folder, 'notify');
  const systemd = spawn('perl', ['-e', LISTENER, NOTIFY_SOCKET], { stdio: ['ignore', 'pipe', 'inherit'] });
  const heard = createInterface({ input: systemd.stdout })[Symbol.asyncIterator]();
  onTestFinished(() => {
    systemd.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  expect(await heard.next()).toMatchObject({ value: 'ready' });
  const stop = keepWatchdogQuiet({ NOTIFY_SOCKET, WATCHDOG_USEC: '300000' }, silentLog);
  onTestFinished(stop);
  for (let sign = 0; sign < 3; sign++) expect(await heard.next()).toMatchObject({ value: 'WATCHDOG=1' });
});

test('starts no program outside of the systemd unit', () => {
  expect(keepWatchdogQuiet({}, silentLog)()).toBeUndefined();
});
