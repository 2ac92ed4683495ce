// @vitest-environment happy-dom
import { type ReactNode, startTransition } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { type Settings, type SettingsDraft, useSettingsDraft } from './use-settings-draft.ts';

/** A draft of the settings on a page, and everything it sent. */
function draftOf(stored: Settings): { readonly now: () => SettingsDraft; readonly sent: Settings[] } {
  const sent: Settings[] = [];
  let draft: SettingsDraft | undefined;
  function Page(): ReactNode {
    const send = async (settings: Settings) => {
      sent.push(settings);
      return undefined;
    };
    draft = useSettingsDraft(stored, send, async (error) => Promise.reject(error));
    return null;
  }
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<Page />));
  onTestFinished(() => root.unmount());
  return { now: () => draft as SettingsDraft, sent };
}

it('saves what was typed, including what is not rendered yet', async () => {
  const { now, sent } = draftOf({ tenant: '', enabled: false });
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

it('discards to the stored settings, in a new form', () => {
  const { now } = draftOf({ tenant: 'company.example' });
  flushSync(() => now().edit({ update: () => ({ tenant: 'x' }), configptr: '', faults: [] }));
  expect(now().isChanged).toBe(true);
  const { generation } = now();
  flushSync(() => now().discard());
  expect(now()).toMatchObject({
    settings: { tenant: 'company.example' },
    isChanged: false,
    generation: generation + 1,
  });
});
