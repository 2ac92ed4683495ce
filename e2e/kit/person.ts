import { createHmac } from 'node:crypto';
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

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/**
 * The code that an authenticator app shows for a secret (RFC 6238, SHA-1, six digits), now or some steps of 30 s later.
 */
export function totpOf(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + steps));
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, '0');
}
