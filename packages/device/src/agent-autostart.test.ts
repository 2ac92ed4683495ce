import { expect, onTestFinished, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { playedDesktop } from './testing/played-desktop.ts';
import { eventually } from './testing/wait.ts';

async function machine(auth: object) {
  const { url } = await testPages({ '/mail': '<title>Inbox</title>', '/docs': '<title>Docs</title>' });
  const { thinhoc } = webapps(
    { display_name: 'Mail', url: `${url}/mail` },
    { display_name: 'Docs', url: `${url}/docs` },
  );
  const autostart = [{ session_type: 'webapp', session_index: 1 }];
  const desired = desiredWith({ system: { auth }, thinhoc: { ...Object(thinhoc), autostart } });
  const gateway = await TestGateway.start({ desired });
  const { call } = await testAgent({ folder: await testFolder(), gateway: gateway.address, screen: true });
  const open = async () => (await call('list_sessions', {})).map(({ title, state }) => `${title} ${state}`);
  return { call, open };
}

test('autostart opens its sessions, and a logout keeps them if the profile says so', async () => {
  const { call, open } = await machine({ closeSessionsOnLogout: false });
  await eventually(async () => expect(await open()).toEqual(['Docs open']));
  await call('open_session', { session_type: 'webapp', session_index: 0 });
  await eventually(async () => expect((await open()).toSorted()).toEqual(['Docs open', 'Mail open']));
  await call('log_out', {});
  await eventually(async () => expect((await call('get_login', {})).user).toBeNull());
  expect((await open()).toSorted()).toEqual(['Docs open', 'Mail open']);
});

test('after a logout that closes sessions, the next login opens autostart only', async () => {
  const { call, open } = await machine({ closeSessionsOnLogout: true });
  await eventually(async () => expect(await open()).toEqual(['Docs open']));
  await call('open_session', { session_type: 'webapp', session_index: 0 });
  await eventually(async () => expect((await open()).toSorted()).toEqual(['Docs open', 'Mail open']));
  await call('log_out', {});
  await eventually(async () => expect(await open()).toEqual([]));
  await call('log_in_automatically', {});
  await eventually(async () => expect(await open()).toEqual(['Docs open']));
});

test('a screen that ends while autostart still opens a session comes back at once', async () => {
  const autostart = [{ session_type: 'webapp', session_index: 0 }];
  const { thinhoc } = webapps({ display_name: 'Mail', url: 'https://mail.example/' });
  const gateway = await TestGateway.start({ desired: desiredWith({ thinhoc: { ...thinhoc, autostart } }) });
  const folder = await testFolder();
  const before = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  await before.call('log_in_automatically', {});
  await before.agent.stop();

  const opened: string[] = [];
  const ending = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const screens = [ending.promise, new Promise<void>(() => {})].map((lost, place) =>
    playedDesktop({
      lost,
      starts: async ({ kind }) => {
        opened.push(`${kind} on screen ${place + 1}`);
        if (kind === 'app') await started.promise;
      },
    }),
  );
  const open = async () => screens.shift() ?? expect.unreachable();
  await testAgent({ folder, gateway: gateway.address, system: { desktop: { open, clear: async () => {} } } });
  onTestFinished(() => started.resolve());
  await eventually(() => expect(opened).toEqual(['home on screen 1', 'app on screen 1']));
  ending.resolve();
  await eventually(() => expect(opened).toContain('home on screen 2'), 5_000);
});
