import { CLOSE } from '@berth/contract/device/messages';
import { expect, test } from 'vitest';
import { FAKE_DISKS, fakeInstaller } from './system/fake/installer.ts';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { eventually } from './testing/wait.ts';

// What the page of a machine on a stick can do to the computer's disks.

const [disk] = FAKE_DISKS;
const order = { disk: disk?.id ?? '' };

test('a machine at its first start installs, restarts, and does not use its code up meanwhile', async () => {
  const gateway = await TestGateway.start({ close: CLOSE.notRegistered });
  const installer = fakeInstaller(FAKE_DISKS, 1);
  const { call, events } = await testAgent({
    folder: await testFolder(),
    gateway: gateway.address,
    system: { installer },
    overrides: { enrollmentCode: 'code-of-the-stick' },
  });
  expect(await call('get_installer', {})).toMatchObject({ phase: 'choice' });
  expect((await call('load_machine_config', {})).enrolling).toBeNull();
  expect((await call('list_install_disks', {}))[0]).toEqual(disk);
  await call('install', order);
  await eventually(async () => expect(await call('get_installer', {})).toMatchObject({ phase: 'done' }));
  expect(installer.installed).toEqual([disk?.id]);
  await call('reboot', {});
  expect(events).toContainEqual({ event: 'power', order: 'reboot' });
});

test('a machine that goes on without installing registers with its code', async () => {
  const { call } = await testAgent({
    folder: await testFolder(),
    gateway: (await TestGateway.start({ close: CLOSE.notRegistered })).address,
    system: { installer: fakeInstaller() },
    overrides: { enrollmentCode: 'code-of-the-stick' },
  });
  await call('try_without_installing', {});
  expect(await call('get_installer', {})).toBeNull();
  expect((await call('load_machine_config', {})).enrolling).not.toBeNull();
  await expect(call('install', order)).rejects.toThrow('Nothing can be installed');
});

test('a registered machine has no installer', async () => {
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const installer = fakeInstaller(FAKE_DISKS, 1);
  const { call, events } = await testAgent({
    folder: await testFolder(),
    gateway: gateway.address,
    system: { installer },
  });
  await eventually(() => expect(events).toContainEqual(expect.objectContaining({ event: 'applied', revision: 1 })));
  expect(await call('get_installer', {})).toBeNull();
  await expect(call('list_install_disks', {})).rejects.toThrow('Nothing can be installed');
  await expect(call('install', order)).rejects.toThrow('Nothing can be installed');
  await expect(call('try_without_installing', {})).rejects.toThrow('Nothing can be installed');
  expect(installer.installed).toEqual([]);
});

test('a machine without a stick has no installer', async () => {
  const { call } = await testAgent({ folder: await testFolder() });
  expect(await call('get_installer', {})).toBeNull();
  await expect(call('install', order)).rejects.toThrow('Nothing can be installed');
});
