// @vitest-environment happy-dom

import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../testing/console-part.tsx';
import { ChunkError } from './lazy-page.ts';
import { PageError } from './route-error.tsx';

it.each([
  ['crashed', new Error('crashed')],
  ['did not load', new ChunkError('did not load')],
])('a page that %s has a heading', async (_what, error) => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('reportError', () => {});
  const Page = () => {
    throw error;
  };
  const router = createMemoryRouter([{ path: '/', Component: Page, ErrorBoundary: PageError }]);
  const page = await showConsolePart(<RouterProvider router={router} />);
  expect(page.querySelectorAll('h1')).toHaveLength(1);
});
