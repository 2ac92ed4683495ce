// @vitest-environment happy-dom
import { ApiError } from '@berth/web/data/api-error.ts';
import { act, type ReactNode, startTransition, useState } from 'react';
import { flushSync } from 'react-dom';
import { expect, it } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { DialogStack } from '../dialogs/stack.tsx';
import { type Settings, type SettingsDraft, type StoredSettings, useSettingsDraft } from './use-settings-draft.ts';

const revised = (settings: Settings, revision = 1): StoredSettings => ({ settings, revision });

/** A draft of the settings on a page, and everything it sent. `theirs`: what someone else saved meanwhile. */
async function draftOf(settings: Settings, theirs?: StoredSettings) {
  const sent: Settings[] = [];
  let draft: SettingsDraft | undefined;
  let show: (stored: StoredSettings) => void = () => {};
  function Page(): ReactNode {
    const [stored, setStored] = useState(revised(settings));
    show = setStored;
    draft = useSettingsDraft(stored, {
      send: async (settings, { revision }) => {
        if (theirs && theirs.revision > revision) {
          throw new ApiError({ status: 412, code: 'revision-conflict', message: '' });
        }
        sent.push(settings);
        return revised(settings, revision + 1);
      },
      load: async () => theirs ?? stored,
    });
    return <DialogStack />;
  }
  const page = await showConsolePart(<Page />);
  const saveAndAnswer = async (label: string) => {
    let saving: Promise<void> | undefined;
    await act(async () => {
      saving = draft?.save();
    });
    await act(async () => buttonIn(page, label)?.click());
    await saving;
  };
  const setUp = (stored: StoredSettings) => act(async () => show(stored));
  return { now: () => draft as SettingsDraft, sent, saveAndAnswer, setUp };
}

const buttonIn = (page: HTMLElement, label: string) =>
  [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label);

/** Changes one setting. */
const set = (draft: SettingsDraft, change: Settings) =>
  act(async () => draft.edit({ update: (before) => ({ ...before, ...change }), configptr: '', faults: [] }));

it('saves what was typed, including what is not rendered yet', async () => {
  const { now, sent } = await draftOf({ tenant: '', enabled: false });
  // A transition renders later.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const fault = { path: '/tenant', rule: 'required', message: 'is required' };
  flushSync(() => now().edit({ update: (before) => ({ ...before, enabled: true }), configptr: '', faults: [fault] }));
  const drawn = now();
  startTransition(() =>
    drawn.edit({ update: (before) => ({ ...before, tenant: 'company.example' }), configptr: '', faults: [] }),
  );
  expect(now().settings).toMatchObject({ tenant: '' });
  await drawn.save();
  expect(sent).toEqual([{ tenant: 'company.example', enabled: true }]);
});

it('discards to the stored settings, in a new form', async () => {
  const { now } = await draftOf({ tenant: 'company.example' });
  await set(now(), { tenant: 'x' });
  expect(now().isChanged).toBe(true);
  const { generation } = now();
  await act(async () => now().discard());
  expect(now()).toMatchObject({
    settings: { tenant: 'company.example' },
    isChanged: false,
    generation: generation + 1,
  });
});

const THEIRS = revised({ phone: 'mine', calendar: 'theirs' }, 2);

it('takes up what someone else saved unless something was changed here', async () => {
  const { now, setUp } = await draftOf({ phone: 'old', calendar: 'old' });
  await setUp(THEIRS);
  expect(now()).toMatchObject({ settings: THEIRS.settings, isChanged: false });
  await set(now(), { phone: 'new' });
  await setUp(revised({ phone: 'x', calendar: 'x' }, 3));
  expect(now()).toMatchObject({ settings: { phone: 'new', calendar: 'theirs' }, isChanged: true });
});

it.each([
  ['console.conflict.mine', { phone: 'new', calendar: 'theirs' }],
  ['console.conflict.theirs', THEIRS.settings],
])('asks whose changes to keep when someone else saved meanwhile: %s', async (answer, result) => {
  const { now, sent, saveAndAnswer } = await draftOf({ phone: 'old', calendar: 'old' }, THEIRS);
  await set(now(), { phone: 'new' });
  await saveAndAnswer(answer);
  expect(now().settings).toEqual(result);
  expect(sent).toEqual([]);
  await act(async () => now().save());
  expect(sent).toEqual([result]);
});

it('asks before changes that come back after a login replace a newer revision', async () => {
  const { now, sent, saveAndAnswer, setUp } = await draftOf({ phone: 'old', calendar: 'old' }, THEIRS);
  await setUp(THEIRS);
  await act(async () => now().resume({ phone: 'new' }, 1));
  await saveAndAnswer('console.conflict.mine');
  expect(sent).toEqual([]);
  expect(now()).toMatchObject({ settings: { phone: 'new', calendar: 'theirs' }, revision: 2 });
});
