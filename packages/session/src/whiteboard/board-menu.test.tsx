// @vitest-environment happy-dom
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { BoardMenu } from './board-menu.tsx';

const OTHER = { id: 'other', name: 'Sketches', changedAt: '2026-11-21T12:00:00Z' };

test.each([
  ['another board', (buttons: HTMLButtonElement[]) => buttons[0]],
  ['a new board', (buttons: HTMLButtonElement[]) => buttons.at(-2)],
])('a board keeps the name typed before the user goes to %s', async (_to, buttonOf) => {
  const go = vi.fn();
  const onRename = vi.fn(() => expect(go).not.toHaveBeenCalled());
  const given = { name: 'Board 1', others: [OTHER], onOpen: go, onNew: go, onRename };
  const { page } = await showSession(<BoardMenu {...given} onDelete={async () => {}} onClose={() => {}} />);
  await typeText(page.querySelector('input'), ' Floor plan ');
  await act(async () => buttonOf([...page.querySelectorAll('button')])?.click());
  expect(onRename).toHaveBeenCalledExactlyOnceWith('Floor plan');
  expect(go).toHaveBeenCalledOnce();
});
