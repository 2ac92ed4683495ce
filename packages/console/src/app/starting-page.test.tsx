// @vitest-environment happy-dom

import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it } from 'vitest';
import { showConsolePart } from '../testing/console-part.tsx';

it('the starting shape of index.html stays while the page’s code loads', async () => {
  document.body.innerHTML = '<main class="starting">Machines</main>';
  const { StartingPage } = await import('./starting-page.tsx');
  document.body.innerHTML = '';
  const children = [{ path: '/machines', lazy: () => new Promise<never>(() => undefined) }];
  const router = createMemoryRouter([{ HydrateFallback: StartingPage, children }], { initialEntries: ['/machines'] });
  const page = await showConsolePart(<RouterProvider router={router} />);
  expect(page.querySelector('main')?.textContent).toBe('Machines');
});
