// @vitest-environment happy-dom

import { currentTexts } from '@berth/web/i18n/store.ts';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it } from 'vitest';
import { showConsolePart } from '../testing/console-part.tsx';
import { type PageHeading, StartingPage } from './starting-page.tsx';

it('the page’s heading shows while its code loads', async () => {
  const handle: PageHeading = { title: 'console.machines.title' };
  const onItsWay = () => new Promise<never>(() => undefined);
  const children = [{ path: '/machines', handle, lazy: onItsWay }];
  const router = createMemoryRouter([{ HydrateFallback: StartingPage, children }], { initialEntries: ['/machines'] });
  const page = await showConsolePart(<RouterProvider router={router} />);
  expect(page.textContent).toContain(currentTexts().t('console.machines.title'));
});
