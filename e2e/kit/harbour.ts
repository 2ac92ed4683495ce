import type { Browser, Page } from '@playwright/test';
import { type Api, apiOf } from './api.ts';
import { type Machine, startMachine } from './machine.ts';
import type { Person } from './person.ts';
import { signUp } from './person.ts';
import { type Server, startServer } from './server.ts';
import { chooseEnglish, speakEnglish, t } from './texts.ts';

/** The people and things that journeys and screenshots tell of. */
export const GRACE: Person = { email: 'grace@harbour.example', password: 'Quay-side!7' };
export const HARBOUR = 'Harbour Office';

/** Signs Grace up and creates her organization: the console then shows its machines, none yet. */
export async function settleIn(admin: Page, server: Pick<Server, 'url' | 'mailTo'>): Promise<void> {
  await admin.goto(server.url);
  await signUp(admin, server, GRACE);
  await admin.getByRole('button', { name: t('console.org.create') }).click();
  await admin.getByLabel(t('console.org.name')).fill(HARBOUR);
  await admin.getByRole('button', { name: t('common.create'), exact: true }).click();
  await admin.getByRole('heading', { name: t('console.machines.empty.title') }).waitFor();
}

/** Takes a machine through its first-boot wizard to the home screen; `look` is called at every step of it. */
export async function comeAlongside(
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
  await page.getByRole('radio', { name: HARBOUR }).click();
  await look('organization');
  await next.click();
  await arriveAt('profile', t('wizard.profile.title'));
  await next.click();
  await arriveAt('done', t('wizard.done.title'));
  await page.getByRole('button', { name: t('wizard.done.home') }).click();
}

/** A server of the Pro tier with Grace at its console, and a machine at its first boot. */
export interface Harbour {
  readonly server: Server;
  readonly admin: Page;
  readonly api: Api;
  readonly machine: Machine;
  /** The machine's page. */
  readonly screen: Page;
  readonly dispose: () => Promise<void>;
}

/** Opens a harbour; what had begun ends again where a part of it does not start. */
export async function openHarbour(browser: Browser): Promise<Harbour> {
  const begun: (() => Promise<void>)[] = [];
  const dispose = async () => {
    for (const end of begun.reverse()) await end();
  };
  try {
    const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
    begun.push(() => server.dispose());
    const machine = await startMachine(server.url);
    begun.push(() => machine.dispose());
    const admin = await (await browser.newContext()).newPage();
    begun.push(() => admin.context().close());
    await speakEnglish(admin);
    await settleIn(admin, server);
    return { server, admin, api: await apiOf(admin, server), machine, screen: machine.page, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** A harbour whose machine is at its home screen, under this name. */
export async function moor(browser: Browser, name: string): Promise<Harbour> {
  const harbour = await openHarbour(browser);
  try {
    await comeAlongside(harbour.machine, name);
    return harbour;
  } catch (error) {
    await harbour.dispose();
    throw error;
  }
}
