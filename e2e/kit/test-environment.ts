import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import type { Browser, Page } from '@playwright/test';
import { type Api, apiOf, apiWith } from './api.ts';
import { type Machine, type MachineOptions, startMachine } from './machine.ts';
import type { Person } from './person.ts';
import { signUp } from './person.ts';
import { quickSignUp } from './quick-sign-up.ts';
import { type Server, startServer } from './server.ts';
import { chooseEnglish, speak, speakEnglish, t } from './texts.ts';

/** People and names in journeys and screenshots. */
export const GRACE: Person = { email: 'grace@company.example', password: 'Garden-path!7' };
export const COMPANY = 'Head Office';

/** Signs Grace up and creates her organization page by page, then opens the empty list of machines. */
export async function signUpWithOrganization(admin: Page, server: Pick<Server, 'url' | 'mailTo'>): Promise<void> {
  await admin.goto(server.url);
  await signUp(admin, server, GRACE);
  await admin.getByRole('button', { name: t('console.org.create') }).click();
  await admin.getByLabel(t('console.org.name')).fill(COMPANY);
  await admin.getByRole('button', { name: t('common.create'), exact: true }).click();
  await openMachines(admin);
}

/**
 * Like `signUpWithOrganization`, but by API calls: for journeys about something else. The page starts logged in at the
 * provider.
 */
export async function openConsole(page: Page, server: Pick<Server, 'url' | 'mailTo'>): Promise<void> {
  const token = await quickSignUp(page.context().request, server, GRACE);
  await apiWith(token, server).send('POST', '/organizations', { name: COMPANY });
  await page.goto(server.url);
  await openMachines(page);
}

/** From the overview, where a new organization begins, to its empty list of machines. */
async function openMachines(page: Page): Promise<void> {
  await page.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 }).waitFor();
  await page.getByRole('link', { name: t('console.nav.machines'), exact: true }).click();
  await page.getByRole('heading', { name: t('console.machines.empty.title') }).waitFor();
}

/** Takes a machine through its setup wizard to the home screen; `look` is called at every step. */
export async function completeWizard(
  machine: Machine,
  name: string,
  look: (step: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const { page } = machine;
  const next = page.getByRole('button', { name: t('common.next'), exact: true });
  const arriveAt = async (step: string, heading: string): Promise<void> => {
    await page.getByRole('heading', { name: heading }).waitFor();
    await look(step);
  };
  await page.waitForURL(/\/fbw/);
  await chooseEnglish(page);
  await arriveAt('welcome', t('wizard.welcome.title'));
  await next.click();
  await arriveAt('network', t('wizard.network.title'));
  await next.click();
  await page.getByLabel(t('wizard.name.label')).fill(name);
  await arriveAt('name', t('wizard.name.title'));
  await next.click();
  await arriveAt('sign-in', t('wizard.signIn.title'));
  await page.getByRole('button', { name: t('wizard.signIn.here') }).click();
  await page.getByLabel(t('identity.email')).fill(GRACE.email);
  await page.getByLabel(t('identity.password'), { exact: true }).fill(GRACE.password);
  await look('login');
  await page.getByRole('button', { name: t('identity.login.submit'), exact: true }).click();
  await page.getByRole('radio', { name: COMPANY }).click();
  await look('organization');
  await next.click();
  await arriveAt('profile', t('wizard.profile.title'));
  await next.click();
  await arriveAt('done', t('wizard.done.title'));
  await page.getByRole('button', { name: t('wizard.done.home') }).click();
}

/**
 * Starts a machine that registers with an enrollment code, like a pre-seeded one, under this name; resolves at its home
 * screen.
 */
export async function startRegisteredMachine(
  server: Pick<Server, 'url'>,
  api: Api,
  name: string,
  options: MachineOptions = {},
): Promise<Machine> {
  const code = await api.enrollmentCode();
  const before = (await api.machines()).map(({ id }) => id);
  const machine = await startMachine(server.url, undefined, {
    ...options,
    more: ['--enroll', code, ...(options.more ?? [])],
  });
  try {
    const { page } = machine;
    await page.waitForURL(/\/session\/local/);
    await speak(page, 'eng');
    await page.getByRole('heading', { name: t('session.empty.title') }).waitFor();
    for (const { id } of await api.machines()) if (!before.includes(id)) await api.nameMachine(id, name);
    return machine;
  } catch (error) {
    await machine.dispose();
    throw error;
  }
}

/** A server of the Pro tier with Grace at its console, and a machine at its first boot. */
export interface TestEnvironment {
  readonly server: Server;
  readonly admin: Page;
  readonly api: Api;
  readonly machine: Machine;
  /** The machine's page. */
  readonly screen: Page;
  readonly dispose: () => Promise<void>;
}

/**
 * Starts server, console and machine; with a name, the machine is registered under it and at its home screen. Disposes
 * what has started if a part fails.
 */
export async function startTestEnvironment(browser: Browser, name?: string): Promise<TestEnvironment> {
  const begun: (() => Promise<void>)[] = [];
  const dispose = async () => {
    for (const end of begun.reverse()) await end();
  };
  try {
    const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
    begun.push(() => server.dispose());
    const admin = await (await browser.newContext()).newPage();
    begun.push(() => admin.context().close());
    await speakEnglish(admin);
    await openConsole(admin, server);
    const api = await apiOf(admin, server);
    // As the wizard would create it.
    if (name !== undefined) await api.createProfile(PROFILE_NAME_DEFAULT);
    const machine = await (name === undefined ? startMachine(server.url) : startRegisteredMachine(server, api, name));
    begun.push(() => machine.dispose());
    return { server, admin, api, machine, screen: machine.page, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Makes the only machine and its profile flex, as remote desktops require. */
export async function makeFlex(api: Api): Promise<void> {
  const [device] = await api.machines();
  const [before] = await api.profiles();
  const { organizationId } = device;
  const wanted = { name: 'Reception desk', organizationId, deployment: 'flex' };
  const { id: profileId } = await api.send<{ id: string }>('POST', '/profiles', wanted);
  await api.send('PATCH', `/machines/${device.id}/deployment`, { deployment: 'flex' });
  await api.send('PATCH', `/machines/${device.id}/profile`, { profileId });
  await api.send('DELETE', `/profiles/${before.id}`);
}
