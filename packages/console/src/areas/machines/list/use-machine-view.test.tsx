// @vitest-environment happy-dom
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it } from 'vitest';
import { showConsolePart } from '../../../testing/console-part.tsx';
import { useMachineView } from './use-machine-view.ts';

function Filter() {
  const { isFiltered, clear } = useMachineView();
  return (
    <button type="button" onClick={clear}>
      {isFiltered ? 'filtered' : 'all'}
    </button>
  );
}

it.each([
  ['/manage/machines', 'all'],
  ['/manage/machines?q=Desk&columns=name', 'filtered'],
  ['/manage/machines?tag=lobby', 'filtered'],
  ['/manage/machines/deployment/smartconference', 'filtered'],
])('%s shows %s, and clearing the filter shows every machine', async (address, shown) => {
  const paths = ['/manage/machines', '/manage/machines/deployment/:deployment'];
  const router = createMemoryRouter(
    paths.map((path) => ({ path, element: <Filter /> })),
    { initialEntries: [address] },
  );
  const page = await showConsolePart(<RouterProvider router={router} />);
  const button = () => page.querySelector('button');
  expect(button()?.textContent).toBe(shown);
  await act(async () => button()?.click());
  expect(button()?.textContent).toBe('all');
  expect(router.state.location.pathname).toBe('/manage/machines');
  expect(router.state.location.search).toBe(address.includes('columns') ? '?columns=name' : '');
});
