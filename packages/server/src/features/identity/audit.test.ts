import { changePassword } from '@berth/contract/api/account';
import type { UserId } from '@berth/contract/ids';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { asUser } from '../../db/transaction.ts';
import { Browser } from './testing/browser.ts';
import { as, logIn, mailedToken, PASSWORD, signUp } from './testing/people.ts';
import { sharedStack } from './testing/stack.ts';

const stack = await sharedStack();
const party = await stack.consoleParty();

interface Entry {
  readonly actor: string;
  readonly action: string;
  readonly address: string;
  readonly text: string;
}

async function entriesOf(userId: UserId): Promise<Entry[]> {
  const { rows } = await asUser(stack.db, { userId }, (tx) =>
    sql<Entry>`
      SELECT actor, action, address, concat(before_json, after_json) AS text FROM audit_entries
      ORDER BY sequence`.execute(tx),
  );
  return rows;
}

describe('the audit log of a person', () => {
  it('records each login and change with its address, but no password or code', async () => {
    const email = 'ada@example.org';
    const changed = 'frisches-Heu-22*';
    const reset = 'noch-ein-Heu-22*';
    const person = await signUp(stack, party, email);
    await as(stack, person, changePassword, { body: { currentPassword: PASSWORD, password: changed } });
    await expect(logIn(stack, party, email, { password: PASSWORD })).rejects.toThrow('401');
    await logIn(stack, party, email, { password: changed });
    const browser = new Browser();
    await browser.post(`${stack.publicUrl}/identity/forgot-password`, { email });
    const token = await mailedToken(stack, email, 'reset');
    await browser.post(`${stack.publicUrl}/identity/reset-password`, { token, password: reset });

    const { userId } = await stack.identity.authenticate(
      (await logIn(stack, party, email, { password: reset })).tokens.access_token,
    );
    const entries = await entriesOf(userId);
    expect(entries.map(({ action }) => action)).toEqual([
      'identity.verifyCode',
      'account.changePassword',
      'identity.logIn',
      'identity.resetPassword',
      'identity.logIn',
    ]);
    for (const { actor, address, text } of entries) {
      expect(actor).toBe(email);
      expect(address).toBe('127.0.0.1');
      for (const secret of [PASSWORD, changed, reset, token]) expect(text).not.toContain(secret);
      expect(text).not.toMatch(/"code":"\d/);
    }
  });
});
