import type { Page } from '@playwright/test';
import type { Machine } from './machine.ts';
import type { Person } from './person.ts';
import { signUp } from './person.ts';
import type { Server } from './server.ts';
import { chooseEnglish, t } from './texts.ts';

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
