// @vitest-environment happy-dom

import { currentTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it, onTestFinished } from 'vitest';
import { type PageHeading, StartingPage } from './starting-page.tsx';

it('the page’s heading shows while its code loads', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const handle: PageHeading = { title: 'console.machines.title' };
  const onItsWay = () => new Promise<never>(() => undefined);
  const children = [{ path: '/machines', handle, lazy: onItsWay }];
  const router = createMemoryRouter([{ HydrateFallback: StartingPage, children }], { initialEntries: ['/machines'] });
  const page = document.createElement('div');
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(<RouterProvider router={router} />));
  expect(page.textContent).toContain(currentTexts().t('console.machines.title'));
});
