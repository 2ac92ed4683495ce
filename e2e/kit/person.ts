import { expect, type Page } from '@playwright/test';
import { CODE_LINE, codeIn, type Server } from './server.ts';
import { t } from './texts.ts';

export interface Person {
  readonly email: string;
  readonly password: string;
}

/** Completes sign-up as a new person does: login page, terms, code from the mail. */
export async function signUp(page: Page, server: Pick<Server, 'mailTo'>, person: Person): Promise<void> {
  await page.getByRole('button', { name: t('identity.login.signUp') }).click();
  // The login page has the same two fields.
  await page.getByRole('heading', { name: t('identity.signUp.title') }).waitFor();
  await page.getByLabel(t('identity.email')).fill(person.email);
  await page.getByLabel(t('identity.password'), { exact: true }).fill(person.password);
  await page.getByLabel(t('identity.terms.accepted')).click();
  const terms = page.getByRole('dialog', { name: t('identity.terms.title') });
  const accept = terms.getByRole('button', { name: t('identity.terms.accept') });
  await expect(accept).toBeDisabled();
  await terms.getByRole('region').press('End');
  await accept.click();
  await page.getByRole('button', { name: t('identity.signUp.submit') }).click();
  await page.getByLabel(t('identity.verify.code')).fill(codeIn(await server.mailTo(person.email, CODE_LINE)));
  await page.getByRole('button', { name: t('identity.verify.submit') }).click();
}

/** Fills the login page. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel(t('identity.email')).fill(person.email);
  await page.getByLabel(t('identity.password'), { exact: true }).fill(person.password);
  await page.getByRole('button', { name: t('identity.login.submit'), exact: true }).click();
}
