// @vitest-environment happy-dom
import type { AccountObstacle } from '@berth/contract/api/account';
import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { DialogStack, leaveDialogs } from '../dialogs/stack.tsx';
import { DeletePanel } from './delete-panel.tsx';

const obstacle = (name: string, reason: AccountObstacle['reason']) => ({ organizationId: name, name, reason });

let obstacles: readonly object[];
let writes: string[];

beforeEach(async () => {
  writes = [];
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    if (address.startsWith('/assets/')) return answerTexts(address);
    if (init?.method === 'POST') writes.push(address);
    return Response.json(obstacles);
  });
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  await startTexts(['common', 'console', 'account', 'errors']);
});
afterEach(() => act(async () => leaveDialogs()));

/** Presses "Delete account", and returns the dialog that opens. */
async function openDeletion(): Promise<HTMLElement> {
  const page = await showConsolePart(
    <MemoryRouter>
      <DeletePanel />
      <DialogStack />
    </MemoryRouter>,
  );
  await act(async () => page.querySelector('button')?.click());
  await vi.waitUntil(() => act(async () => page.querySelector('dialog')), { timeout: 60_000 });
  return page.querySelector('dialog') ?? page;
}

it('lists what still needs the account, each organization with what to do, and asks for no password', async () => {
  obstacles = [
    obstacle('City Clinic', 'members'),
    obstacle('North School', 'machines'),
    obstacle('North School', 'billing'),
  ];
  const dialog = await openDeletion();
  expect(dialog.textContent).toContain('Organizations still need your account');
  expect([...dialog.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'City Clinic has other members. Remove them, or ask support to delete the organization.',
    'North School has machines. Remove them first.',
    'You are responsible for the billing of North School. Ask support to appoint someone else or to close it.',
  ]);
  expect(dialog.querySelector('input')).toBeNull();
  expect(writes).toEqual([]);
});

it('asks for the password where nothing is in the way, and says what goes with the account', async () => {
  obstacles = [];
  const dialog = await openDeletion();
  expect(dialog.querySelector('input[type=password]')).not.toBeNull();
  expect(dialog.textContent).toContain('cannot be restored');
  expect(document.body.textContent).toContain('organizations where you are the only member and there are no machines');
  expect(writes).toEqual([]);
});
