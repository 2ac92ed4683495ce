import { type RemoteDesktop, startRemoteDesktop } from '@berth/testing/remote-desktop';
import { expect, type Locator, test } from '@playwright/test';
import { makeFlex, startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** From a remote desktop that the machine does not trust to its screen: agent, FreeRDP and the computer are real. */
let environment: TestEnvironment;
let desktop: RemoteDesktop;

test.beforeAll(async ({ browser }) => {
  desktop = await startRemoteDesktop();
  environment = await startTestEnvironment(browser, 'Reception');
});

test.afterAll(async () => {
  await environment?.dispose();
  await desktop?.dispose();
});

const tile = (): Locator => environment.screen.getByRole('button', { name: 'Accounting' });

async function connect(): Promise<void> {
  const { screen } = environment;
  await tile().click();
  const dialog = screen.getByRole('dialog', { name: 'Accounting' });
  await dialog.getByLabel(t('screens.rdp.user')).fill('grace');
  await dialog.getByLabel(t('screens.rdp.password')).fill('secret');
  await dialog.getByRole('button', { name: t('screens.rdp.connect') }).click();
}

test('a certificate that the machine refuses is trusted by one click in the console, and the desktop opens', async () => {
  const { api, admin, screen, server, machine } = environment;
  await makeFlex(api);
  const [profile] = await api.profiles();
  const rdp = [{ display_name: 'Accounting', window_title: 'Ledger', icon: {}, default_host: desktop.host }];
  await api.merge(profile.id, {
    definition: { thinhoc: { apps: { enabled: ['thinhoc::rdp-client'] }, sessions: { rdp } } },
  });

  await connect();
  await expect(tile()).toHaveAccessibleDescription(t('session.tile.failed'));
  await expect(screen.getByText(t('session.failure.certificate-refused'))).toBeVisible();
  const shown = (await screen.getByText(/^(?:[0-9A-F]{4} ){15}[0-9A-F]{4}$/).textContent())?.replaceAll(' ', '');
  expect(await machine.windows()).not.toContain('Ledger');

  const [{ id }] = await api.machines();
  await expect.poll(() => api.send<object[]>('GET', `/machines/${id}/refused-certificates`)).toHaveLength(1);
  await admin.goto(`${server.url}/manage/machines/${id}`);
  const notice = admin.getByRole('status').filter({ hasText: t('machines.certificate.title', { name: 'Accounting' }) });
  await expect(notice).toContainText(desktop.host);
  // What the machine showed to the person in front of it.
  expect((await notice.textContent())?.replaceAll(':', '')).toContain(shown);
  await notice.getByRole('button', { name: t('machines.certificate.trust') }).click();
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: t('machines.certificate.trust') })
    .click();
  await expect(notice).toBeHidden();

  const [{ revision }] = await api.profiles();
  await expect.poll(async () => (await api.machines())[0].appliedRevision).toBe(revision);
  await connect();
  await expect.poll(() => machine.windows()).toContain('Ledger');
});
