import { expect, type Page, test } from '@playwright/test';
import { screenFindings } from '../kit/accessibility.ts';
import { type Api, apiOf } from '../kit/api.ts';
import { type CalendarServer, startCalendarServer } from '../kit/calendar-server.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { GRACE, openConsole } from '../kit/test-environment.ts';
import { speak, speakEnglish, t } from '../kit/texts.ts';

/** A smartconference machine with its room's calendar, on a real CalDAV server. */
test.describe.configure({ mode: 'serial' });

let calendar: CalendarServer;
let server: Server;
let admin: Page;
let api: Api;
let machine: Machine;

test.beforeAll(async ({ browser }) => {
  calendar = await startCalendarServer();
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro', BERTH_PLATFORM_ADMINS: GRACE.email });
  admin = await (await browser.newContext()).newPage();
  await speakEnglish(admin);
  await openConsole(admin, server);
  api = await apiOf(admin, server);
  const productId = await api.productId('smartconference');
  machine = await startMachine(server.url, '1280x720', {
    more: ['--enroll', await enrollmentCode(), '--product-id', productId, '--allow-private-webhooks'],
  });
});

test.afterAll(async () => {
  await machine?.dispose();
  await admin?.context().close();
  await server?.dispose();
  await calendar?.dispose();
});

/** An enrollment code for a profile that logs in automatically. */
async function enrollmentCode(): Promise<string> {
  const [{ id: organizationId }] = await api.send<[{ id: string }]>('GET', '/organizations');
  const { id: profileId } = await api.send<{ id: string }>('POST', '/profiles', {
    name: 'Meeting rooms',
    organizationId,
  });
  const auth = { mode: 'auto-login', 'auto-login-timeout': 1 };
  await api.merge(profileId, { definition: { system: { auth } } });
  const wanted = { profileId, deployment: 'vanilla', uses: 1, validHours: 1 };
  return (await api.send<{ code: string }>('POST', `/organization/${organizationId}/enrollment-codes`, wanted)).code;
}

async function setCalendar(calendar_integration: object): Promise<void> {
  const [{ id }] = await api.machines();
  await api.send('PUT', `/machines/${id}/context`, { machine: { smartconference: { calendar_integration } } });
}

test('the room’s meetings are listed next to the tiles, and one is joined by one click', async () => {
  const { page } = machine;
  await page.waitForURL(/\/session\/local/);
  await speak(page, 'eng');
  const panel = page.getByRole('region', { name: t('calendar.title') });
  await expect(page.locator('[data-tour="status-bar"]')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await calendar.meet('Board meeting', -1, 1, [
    'DESCRIPTION:Join: https://127.0.0.1:9/board',
    'ORGANIZER;CN=Grace:mailto:g@h.example',
  ]);
  await calendar.meet('Dismissal', 2, 3, ['CLASS:PRIVATE']);
  await setCalendar(calendar.settings);
  await expect(panel).toContainText('Board meeting');
  await expect(panel).toContainText('Grace');
  await expect(panel).toContainText(t('calendar.private'));
  expect(await screenFindings(page)).toEqual([]);
  expect(await page.content()).not.toContain(calendar.settings.password);
  await panel.getByRole('button', { name: t('calendar.joinNamed', { name: 'Board meeting' }) }).click();
  await expect.poll(() => machine.windows()).toHaveLength(2);
  await expect.poll(() => machine.frontWindow()).toContain('Board meeting');
});

test('a password that is no longer accepted is reported on the screen', async () => {
  const panel = machine.page.getByRole('region', { name: t('calendar.title') });
  await setCalendar({ ...calendar.settings, password: 'of-yesterday' });
  await expect(panel.getByRole('alert')).toContainText(t('calendar.error.login'));
  expect(machine.agent.output()).not.toContain('of-yesterday');
  await setCalendar({ username: 'room-314' });
  await expect(panel).toHaveCount(0);
});
