import { join } from 'node:path';
import { startRemoteDesktop } from '@berth/testing/remote-desktop';
import { expect, onTestFinished, test } from 'vitest';
import { writeStateFile } from './state/file.ts';
import { emptyState } from './state/machine-state.ts';
import { checkRdpCertificate } from './system/linux/rdp-certificate.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith } from './testing/gateway.ts';
import { killEach } from './testing/kill-matrix.ts';
import { testMachine } from './testing/machines.ts';
import { testPages } from './testing/pages.ts';
import { passwordOf, startPeer, startRegistrar } from './testing/sip.ts';
import { eventually } from './testing/wait.ts';

const TIMEOUT = { timeout: 400_000 };
const DISPLAY = ['the home screen’s browser', 'the window manager', 'the X server'] as const;
const APP = { session_type: 'webapp', session_index: 0 } as const;

async function machineWith(thinhoc: object, env: NodeJS.ProcessEnv = {}) {
  const folder = await testFolder();
  const desired = { ...desiredWith({ thinhoc }), deployment: 'flex' as const };
  await writeStateFile(join(folder, 'state.json'), { ...emptyState, desired });
  return testMachine(folder, env);
}

test('whichever part is killed during the screensaver of a kiosk, it is back', TIMEOUT, async () => {
  const { url } = await testPages({ '/mail': '<title>Mail</title>' });
  const machine = await machineWith({
    sessions: { webapp: [{ display_name: 'Mail', window_title: 'Mail', url: `${url}/mail` }] },
    kiosk: APP,
    screensaver: { enabled: true, show_after: 15, slides: [{ type: 'text', title: 'Canteen opens at noon' }] },
  });
  const seen = async (): Promise<void> => {
    expect(await machine.front()).toBe('Berth');
    const { path, text } = await machine.page();
    expect(path).toBe('/screensaver');
    expect(text).toContain('Canteen opens at noon');
  };
  const survivors = ['a session’s browser'] as const;
  await killEach(machine, { parts: [...survivors, ...DISPLAY], seen, survivors });
  await machine.crashAgent();
  await eventually(seen);
});

test('whichever part is killed during a call, the call goes on or can be made again', TIMEOUT, async () => {
  const { address } = await startRegistrar();
  const peer = await startPeer(address, 'anna');
  const machine = await machineWith({
    apps: { enabled: ['thinhoc::sip-client'] },
    sip: { enabled: true, gateway: address, accounts: [{ user: 'lobby', auth_pass: passwordOf('lobby') }] },
  });
  const calls = () => machine.call('get_calls', {});
  const callIt = async (): Promise<void> => {
    await eventually(async () => expect((await calls()).accounts).toMatchObject([{ registration: 'registered' }]));
    await peer.command('dial', `sip:lobby@${address}`);
    await eventually(async () => expect((await calls()).call?.state).toBe('incoming'));
    await machine.call('answer_call', {});
  };
  const seen = async (): Promise<void> => {
    expect((await calls()).call?.state).toBe('active');
    expect(await machine.front()).toBe('Berth');
    expect((await machine.page()).text).toMatch(/anna/);
  };
  await eventually(async () => expect((await machine.page()).path).toBe('/session/local'));
  await callIt();
  await killEach(machine, { parts: DISPLAY, seen, survivors: ['the phone program'] });

  const ended = async (): Promise<void> => {
    expect((await calls()).call).toBeNull();
    expect((await machine.page()).text).not.toMatch(/anna/);
  };
  await killEach(machine, {
    parts: ['the phone program'],
    seen: async () => {},
    survivors: ['the home screen’s browser'],
  });
  await eventually(ended);
  await peer.command('hangup').catch(() => {});
  await callIt();
  await eventually(seen);

  await machine.crashAgent();
  await eventually(ended);
  await peer.command('hangup').catch(() => {});
  await callIt();
  await eventually(seen);
});

test(
  'whichever part is killed during a remote desktop, it is back; the agent forgets the password',
  TIMEOUT,
  async () => {
    const desk = await startRemoteDesktop();
    onTestFinished(desk.dispose);
    const checked = await checkRdpCertificate(desk.host, { fingerprint: '', authority: '' });
    if (checked.kind !== 'refused') expect.unreachable();
    const certificate_fingerprint = checked.certificate.fingerprint;
    const rdp = {
      display_name: 'Desk',
      icon: {},
      force_default_host: true,
      default_host: desk.host,
      certificate_fingerprint,
    };
    const machine = await machineWith({ apps: { enabled: ['thinhoc::rdp-client'] }, sessions: { rdp: [rdp] } });
    const home = async (): Promise<void> => {
      expect(await machine.front()).toBe('Berth');
      expect((await machine.page()).text).toContain('Desk');
    };
    await eventually(home);
    const login = { host: desk.host, domain: '', user: 'anna', password: 'secret' };
    await machine.call('open_session', { session_type: 'rdp', session_index: 0, login });
    const seen = async () => expect(await machine.front()).toBe('Desk');
    const survivors = ['a remote desktop'] as const;
    await killEach(machine, { parts: [...survivors, ...DISPLAY], seen, survivors });
    await machine.crashAgent();
    await eventually(home);
  },
);
