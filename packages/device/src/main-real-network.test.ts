import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import texts from '@berth/contract/texts/deu/screens.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NetworkTrial } from './features/network/trial.ts';
import { readStateFile, writeStateFile } from './state/file.ts';
import { emptyState, parseState } from './state/machine-state.ts';
import { memoryStore } from './state/store.ts';
import { silentLog } from './system/log.ts';
import type { NetworkPlan } from './system/ports/network.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, webapps } from './testing/gateway.ts';
import { LOOK, pressing, type SeenPage } from './testing/home-page.ts';
import { canHaveNetwork, type RealNetwork, realNetwork } from './testing/real-network.ts';
import { eventually } from './testing/wait.ts';

const MAIN = new URL('./main.ts', import.meta.url).pathname;
const HOME_PAGE = new URL('./testing/home-page-answers.ts', import.meta.url).pathname;

const WAKE_OTHERS = new URL('./testing/wake-others.ts', import.meta.url).pathname;
/** Appends datagrams to the discard port to a file, which is there once it listens. */
const LISTENER = `
  const { appendFileSync } = require('node:fs');
  const write = (text) => appendFileSync(process.argv[1], text);
  require('node:dgram').createSocket('udp4').on('message', write).bind(9, () => write(''));
`;

const plan = (servers: string[], searchDomains: string[]): NetworkPlan => ({
  servers,
  searchDomains,
  wifi: { mode: 'system' },
  tunnel: null,
});

// Needs root, namespaces, and NetworkManager, which `npm test` unpacks without installing it.
describe.runIf(canHaveNetwork())('the real NetworkManager in a separate network namespace', () => {
  let folder: string;
  let real: RealNetwork;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'berth-network-'));
    real = await realNetwork(folder);
  });
  afterAll(async () => {
    await real.end();
    await rm(folder, { recursive: true, force: true });
  });

  const cable = async () => (await real.network.state()).wired;
  const atRouter = (last: RegExp) =>
    eventually(async () =>
      expect(await cable()).toEqual([
        { device: 'cable0', carrier: true, connected: true, addresses: [expect.stringMatching(last)] },
      ]),
    );

  test('switches from DHCP to a manual address and back', async () => {
    await atRouter(/^192\.0\.2\.1[01]\d$/);
    const manual = { address: '192.0.2.10/24', gateway: '192.0.2.1', servers: ['192.0.2.53'] };
    await real.network.configureWired({ device: 'cable0', manual });
    await atRouter(/^192\.0\.2\.10$/);
    expect(await real.resolver()).toContain('nameserver 192.0.2.53');
    expect(await real.inside('ip', 'route')).toContain('default via 192.0.2.1 dev cable0');
    expect(await real.network.gatewayAnswers()).toBe(true);
    await real.network.configureWired({ device: 'cable0', manual: null });
    await atRouter(/^192\.0\.2\.1[01]\d$/);
    await expect(real.network.configureWired({ device: 'cable9', manual })).rejects.toThrow(
      'no network adapter cable9',
    );
    await expect(real.network.scan()).rejects.toThrow('no Wi-Fi');
  });

  test('wakes others of the cable’s network by a broadcast, and reports the router', async () => {
    await atRouter(/^192\.0\.2\./);
    expect(await real.network.gatewayAnswers()).toBe(true);
    const received = join(folder, 'received');
    const listener = real.start('ip', ['netns', 'exec', 'router', process.execPath, '-e', LISTENER, received]);
    onTestFinished(() => void listener.kill());
    await eventually(async () => expect(await readFile(received, 'latin1')).toBe(''));
    const interfaces = JSON.parse(await real.inside(process.execPath, WAKE_OTHERS, '52:54:00:12:34:56'));
    await eventually(async () =>
      expect(await readFile(received, 'hex')).toBe(`${'ff'.repeat(6)}${'525400123456'.repeat(16)}`),
    );
    const [{ address }] = JSON.parse(await real.inside('ip', '-n', 'router', '-j', 'link', 'show', 'lan0'));
    expect(interfaces).toEqual([expect.objectContaining({ name: 'cable0', router: address })]);
  });

  test('keeps name servers and search domains that pass their trial, and rolls back others if the cable is cut', async () => {
    const trial = new NetworkTrial({
      store: memoryStore(),
      network: real.network,
      reachesCloud: () => new Promise(() => {}),
      hadCloud: () => false,
      log: silentLog,
      trialMs: 4_000,
    });
    onTestFinished(() => trial.stop());
    await atRouter(/^192\.0\.2\./);
    await trial.want(plan(['192.0.2.99', '2001:db8::53'], ['company.example']));
    const held = /search company\.example\nnameserver 192\.0\.2\.99\nnameserver 2001:db8::53/;
    expect(await real.resolver()).toMatch(held);
    await real.cable('down');
    const trying = trial.want(plan(['192.0.2.66'], ['typo.example']));
    await eventually(async () => expect(await real.resolver()).toContain('192.0.2.66'));
    await trying;
    expect(await real.resolver()).toMatch(held);
    await real.cable('up');
    await atRouter(/^192\.0\.2\./);
    await real.network.apply(null);
    expect(await real.resolver()).not.toContain('192.0.2.99');
  });

  test('adds search domains to the network’s own name servers', async () => {
    await atRouter(/^192\.0\.2\./);
    const given = /^nameserver 192\.0\.2\.1$/m;
    await eventually(async () => expect(await real.resolver()).toMatch(given));
    await real.network.apply(plan([], ['company.example', 'counter.example']));
    await real.network.keep();
    const added = async (domains: string) => {
      const resolver = await real.resolver();
      expect(resolver).toMatch(new RegExp(`^search ${domains}$`, 'm'));
      expect(resolver).toMatch(given);
    };
    await eventually(() => added('company.example counter.example'));
    // Search domains belong to no adapter's connection: they also apply to the next connection.
    const manual = { address: '192.0.2.10/24', gateway: '192.0.2.1', servers: ['192.0.2.1'] };
    await real.network.configureWired({ device: 'cable0', manual });
    await eventually(() => added('company.example counter.example'));
    await real.network.configureWired({ device: 'cable0', manual: null });
    await real.network.apply(plan([], ['lobby.example']));
    await eventually(() => added('lobby.example'));
    await real.network.apply(plan([], []));
    await eventually(async () => expect(await real.resolver()).not.toContain('search'));
    expect(await real.resolver()).toMatch(given);
  });

  test('rolls back name servers at start after being killed during their trial', async () => {
    const data = await testFolder();
    const dns = { servers4: ['192.0.2.66'] };
    const desired = desiredWith({ system: { network: { dns, wifi: { mode: 'client' } } } });
    await writeStateFile(join(data, 'state.json'), { ...emptyState, desired });
    const options = ['--no-screen', '--network', 'real', '--server', 'http://127.0.0.1:9', '--bridge-port', '0'];
    const startAgent = () => real.start(process.execPath, [MAIN, ...options, '--data', data]);

    const first = startAgent();
    await eventually(async () => expect(await real.resolver()).toContain('192.0.2.66'));
    first.kill('SIGKILL');
    await once(first, 'exit');
    expect(await real.resolver()).toContain('192.0.2.66');

    const second = startAgent();
    onTestFinished(() => void second.kill('SIGKILL'));
    await eventually(async () => expect(await real.resolver()).not.toContain('192.0.2.66'));
    const remembered = async () => parseState(await readStateFile(join(data, 'state.json'), silentLog), silentLog);
    await eventually(async () => expect((await remembered()).network).toMatchObject({ kept: null, trial: null }));
  });

  test('with the cable out, the home screen says so and what to do, and keeps its tiles', async () => {
    const data = await testFolder();
    const { thinhoc } = webapps({ display_name: 'Mail', url: 'https://mail.example/' });
    // Of the overview, the network and the cloud.
    const customization = { show_nameresup: false, show_inetup: false };
    const desired = desiredWith({ thinhoc: { ...thinhoc, customization } });
    await writeStateFile(join(data, 'state.json'), { ...emptyState, desired });
    await atRouter(/^192\.0\.2\.1[01]\d$/);
    // A port of the namespace.
    const port = '9222';
    const screen = ['--headless', '--screen-size', '1280x720', '--home-args', `--remote-debugging-port=${port}`];
    const network = ['--network', 'real', '--server', 'http://192.0.2.1:9', '--internet-probe', 'http://192.0.2.1:9'];
    const options = [...screen, ...network, '--power', 'fake', '--bridge-port', '0', '--data', data];
    const machine = real.start(process.execPath, [MAIN, ...options]);
    onTestFinished(async () => {
      machine.kill('SIGKILL');
      await once(machine, 'exit');
    });
    const page = async (expression: string) =>
      JSON.parse(await real.inside(process.execPath, HOME_PAGE, port, expression)) as unknown;
    const text = async () => ((await page(LOOK)) as SeenPage).text;
    const title = (key: 'network' | 'cloud') => texts[`screens.connection.${key}.title`].split('{time}')[0] ?? '';
    await eventually(async () => expect(await text()).toMatch(/Netzwerk\s+OK/));
    await page(pressing('Netzwerk'));
    await eventually(async () => expect(await text()).toContain(title('cloud')));

    await real.cable('down');
    await eventually(async () => expect(await text()).toContain(title('network')));
    expect(await text()).toContain(texts['screens.connection.network.text']);
    expect(await text()).toContain('Mail');
    await real.cable('up');
    await eventually(async () => expect(await text()).toContain(title('cloud')));
    expect(await text()).toMatch(/Netzwerk\s+OK/);
  });
});
