import { changePassword, endAllSessions, endSession, listSessions, readAccount } from '@berth/contract/api/account';
import * as oidc from 'openid-client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLocalBus } from '../../../platform/bus.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { Browser } from '../testing/browser.ts';
import { as, type LoggedIn, logIn, mailedToken, mailsTo, PASSWORD, signUp } from '../testing/people.ts';
import { sharedStack } from '../testing/stack.ts';
import { createEndedSessions } from '../tokens/ended-sessions.ts';

const stack = await sharedStack();
const party = await stack.consoleParty();

const expectLoggedOut = async ({ tokens }: LoggedIn) => {
  await expect(stack.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
};
const expectLoggedIn = async ({ tokens }: LoggedIn) => {
  await stack.identity.authenticate(tokens.access_token);
  await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? '');
};

describe('the list of sessions', () => {
  it("shows a person's sessions and marks the current one", async () => {
    const email = 'list@example.org';
    const first = await signUp(stack, party, email);
    const machine = await stack.machineParty('http://127.0.0.1:8090/access_token');
    const second = await logIn(stack, machine, email);
    const sessions = (await as(stack, second, listSessions)).reply;
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toMatchObject([{ client: 'machine', address: '127.0.0.1' }]);
    expect(sessions.filter(({ current }) => !current)).toMatchObject([{ client: 'console' }]);
    expect(sessions.every(({ userAgent }) => userAgent !== '')).toBe(true);
    // Not those of others.
    const stranger = await signUp(stack, party, 'stranger@example.org');
    expect((await as(stack, stranger, listSessions)).reply).toHaveLength(1);
    await expectLoggedIn(first);
  });

  it('ends one session with its tokens, and only the caller’s own', async () => {
    const email = 'one@example.org';
    const lost = await signUp(stack, party, email);
    const here = await logIn(stack, party, email);
    const stranger = await signUp(stack, party, 'other-stranger@example.org');
    const other = (await as(stack, here, listSessions)).reply.find(({ current }) => !current);
    const params = { sessionId: other?.id ?? '' };

    expect((await as(stack, stranger, endSession, { params })).status).toBe(404);
    await expectLoggedIn(lost);
    expect((await as(stack, here, endSession, { params })).status).toBe(204);
    await expectLoggedOut(lost);
    await expectLoggedIn(here);
    expect((await as(stack, here, listSessions)).reply).toHaveLength(1);
    expect((await as(stack, here, endSession, { params })).status).toBe(404);
    // The browser's cookie is void, too.
    const silent = await party.begin({ prompt: 'none' });
    expect((await party.returnTo(lost.browser, silent.authorization)).hash).toContain('login_required');
  });

  it.each([
    [true, 2],
    [false, 3],
  ])('ends all sessions (keeping this one: %s)', async (keepCurrent, ended) => {
    const email = `everywhere-${keepCurrent}@example.org`;
    const others = [await signUp(stack, party, email), await logIn(stack, party, email)];
    const here = await logIn(stack, party, email);
    expect((await as(stack, here, endAllSessions, { body: { keepCurrent } })).reply).toEqual({ ended });
    for (const other of others) await expectLoggedOut(other);
    await (keepCurrent ? expectLoggedIn(here) : expectLoggedOut(here));
  });

  it('lets a person log in again in the browser whose session was ended', async () => {
    const email = 'again@example.org';
    const { browser, tokens } = await signUp(stack, party, email);
    await as(stack, { browser, tokens }, endAllSessions, { body: { keepCurrent: false } });
    await expectLoggedIn(await logIn(stack, party, email, { browser }));
  });
});

describe('changing the password', () => {
  const password = 'frisches-Heu-22*';

  it('requires the current one, ends all other sessions, and notifies the owner', async () => {
    const email = 'change@example.org';
    const other = await signUp(stack, party, email);
    const here = await logIn(stack, party, email);
    const wrong = await as(stack, here, changePassword, { body: { currentPassword: 'falsch-Heu-22*', password } });
    expect(wrong.error).toMatchObject({ status: 401, code: 'login-failed' });
    await expectLoggedIn(other);

    const before = (await as(stack, here, readAccount)).reply;
    expect((await as(stack, here, changePassword, { body: { currentPassword: PASSWORD, password } })).status).toBe(204);
    await expectLoggedOut(other);
    await expectLoggedIn(here);
    expect((await as(stack, here, readAccount)).reply.passwordChangedAt > before.passwordChangedAt).toBe(true);
    expect((await mailsTo(stack, email)).at(-1)).toContain('Passwort geändert');
    await logIn(stack, party, email, { password });
    await expect(logIn(stack, party, email)).rejects.toThrow('Not logged in: 401');
  });

  it('voids a reset link that was mailed before', async () => {
    const email = 'mailed@example.org';
    const person = await signUp(stack, party, email);
    const { publicUrl } = stack;
    await new Browser().post(`${publicUrl}/identity/forgot-password`, { email });
    const token = await mailedToken(stack, email, 'reset');
    await as(stack, person, changePassword, { body: { currentPassword: PASSWORD, password } });
    const answer = await new Browser().post(`${publicUrl}/identity/reset-password`, { token, password: PASSWORD });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid-code' } } });
    await logIn(stack, party, email, { password });
  });

  it('rejects a guessable one', async () => {
    const person = await signUp(stack, party, 'guess@example.org');
    const body = { currentPassword: PASSWORD, password: 'Sommer2024!' };
    expect((await as(stack, person, changePassword, { body })).error.faults).toMatchObject([
      { path: '/password', rule: 'commonPassword' },
    ]);
  });

  it('limits password guesses from an unattended session', async () => {
    const person = await signUp(stack, party, 'open-screen@example.org');
    const guess = () => as(stack, person, changePassword, { body: { currentPassword: 'falsch-Heu-22*', password } });
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await guess()).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.at(-1)).toBe(429);
  });

  it('requires a login', async () => {
    const answer = await new Browser().post(`${stack.publicUrl}/api/account/password`, {
      currentPassword: PASSWORD,
      password,
    });
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } });
  });
});

it('a session that ends during a refresh stays ended', async () => {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const logger = createLogger('error');
  const ended = createEndedSessions(db.system, createLocalBus(logger), logger);
  const reading = ended.refresh();
  ended.announce(['session']);
  await reading;
  expect(ended.has('session')).toBe(true);
  ended.close();
});
