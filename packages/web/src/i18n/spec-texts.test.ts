import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LANGUAGES } from './locales.ts';

/** Texts fixed by the specification (chapter 8), with their keys. */
const FIXED: readonly (readonly [text: string, ...keys: string[]])[] = [
  ['API Error', 'errors.api.title'],
  ['Failed to create profile! Try again later.', 'console.profile.create.failed', 'wizard.profile.failed'],
  ['Failed to create organization! Try again later.', 'console.org.create.failed', 'wizard.organization.failed'],
  ['Failed to invite user', 'console.invite.failed'],
  ['Failed to accept invitation', 'console.invitations.failed'],
  ['User invitation successful', 'console.invite.done.title'],
  ['Please ask {email} to log in to the management console and accept the invitation.', 'console.invite.done.message'],
  ['Successfully accepted invitation', 'console.invitations.accepted'],
  ['Authentication failed', 'identity.failed.title', 'wizard.signIn.failed'],
  ['Please select a machine to use this function!', 'machines.select.missing'],
  ['Profile needs to be selected!', 'console.machine.assign.missing'],
  ['Profile with this name already exists', 'console.profile.nameTaken', 'wizard.profile.taken'],
  ['Login timed out', 'greeter.timedOut'],
  ['Username must not be empty!', 'greeter.userEmpty'],
  ['Timeout while loading session config!', 'session.load.timeout'],
  ['Registration failed! Try again in a moment.', 'wizard.registration.failed'],
  ['Timeout: If this continue to happen, contact us.', 'wizard.registration.timeout'],
  ['Invalid configuration', 'console.faults.title'],
  ['Terms of Use were not accepted', 'identity.terms.refused'],
  ['Admin Login has timed out', 'console.inactivity.title'],
  ['Billing not set-up', 'console.dialog.billing.title'],
  ['Whiteboard is only available on a device of the product!', 'whiteboard.onlyOnDevice'],
];

const rows = FIXED.flatMap(([text, ...keys]) => keys.map((key) => [key, text] as const));

function textOf(language: string, key: string): string | undefined {
  const file = new URL(`../../../contract/src/texts/${language}/${key.split('.')[0]}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8'))[key];
}

it.each(rows)('%s says in English: %s', (key, text) => expect(textOf('eng', key)).toBe(text));

it.each(rows)('%s is translated in the other languages', (key) => {
  const others = LANGUAGES.filter((language) => language !== 'eng').map((language) => textOf(language, key));
  const said = [textOf('eng', key), ...others];
  expect(new Set(said).size).toBeGreaterThanOrEqual(said.length - 1);
  expect(others).not.toContain(said[0]);
});
