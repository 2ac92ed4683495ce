// @vitest-environment happy-dom

import type { OrganizationId } from '@berth/contract/ids';
import { clearAccessToken, storeAccessToken } from '@berth/web/data/access-token.ts';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showDialogs } from '../../../testing/console-part.tsx';
import { BULK_ACTIONS } from './bulk-actions.ts';

const orgId = '00000000-0000-4000-8000-000000000001' as OrganizationId;

it.each(['machines.action.notify', 'machines.bulk.emergency'] as const)(
  'a message that could not be sent stays: %s',
  async (label) => {
    storeAccessToken('token', Date.now() + 600_000);
    onTestFinished(clearAccessToken);
    const sent: unknown[] = [];
    const keys: string[] = [];
    let isDown = true;
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
      const body: { readonly key: string } = JSON.parse(String(init?.body));
      keys.push(body.key);
      if (isDown) throw new TypeError('Failed to fetch');
      sent.push(body);
      return Response.json({ id: 'b', states: {} });
    });
    const page = await showDialogs();
    const action = BULK_ACTIONS.find((each) => each.label === label);
    let done: Promise<boolean> | undefined;
    await act(async () => {
      done = action?.run({ orgId, count: 200, selectors: [{ filter: '{}' }] });
    });
    const field = () => page.querySelector('textarea');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), 'We close at six.');
      field()?.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    const submit = () => act(async () => page.querySelector('form')?.requestSubmit());
    await submit();
    expect(field()?.value).toBe('We close at six.');
    expect(field()?.getAttribute('aria-invalid')).toBe('true');
    isDown = false;
    await submit();
    expect(await done).toBe(true);
    expect(sent).toMatchObject([{ type: 'notify', msg: 'We close at six.', filter: '{}' }]);
    // The server may have sent it before its reply was lost.
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys).size).toBe(1);
  },
);
