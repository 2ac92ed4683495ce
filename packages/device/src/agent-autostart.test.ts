import { expect, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
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
