// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showDialogs } from '../../testing/console-part.tsx';
import { readTerms } from './terms-dialog.tsx';

it('can be accepted at the end, without layout shift', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  const page = await showDialogs();
  await act(async () => void readTerms());
  const region = page.querySelector('section');
  const accept = () => [...page.querySelectorAll('button')].at(-1);
  const hint = () => region?.nextElementSibling;
  expect(accept()?.disabled).toBe(true);
  expect(hint()?.hasAttribute('data-done')).toBe(false);
  if (region) region.scrollTop = 600;
  await act(async () => region?.dispatchEvent(new Event('scroll', { bubbles: true })));
  expect(accept()?.disabled).toBe(false);
  expect(hint()?.hasAttribute('data-done')).toBe(true);
});
