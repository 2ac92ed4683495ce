// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { Component } from './guide-page.tsx';

vi.mock('virtual:berth-guide', () => {
  const section = { id: '100%', title: 'Full', depth: 2, text: '' };
  const content = [['h2', { id: '100%' }, 'Full']];
  const pages = [{ name: 'index', title: 'The guide', content, sections: [section] }];
  return { loaders: { eng: async () => ({ pages }), deu: async () => ({ pages }) } };
});

it.each(['#100%', '#100%25'])('the guide opens at the section of %s', async (hash) => {
  vi.stubGlobal('scrollTo', () => undefined);
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
    shown.mockRestore();
  });
  const router = createMemoryRouter([{ path: '/guide', element: <Component /> }], {
    initialEntries: [`/guide${hash}`],
  });
  flushSync(() =>
    root.render(
      <WidgetProvider>
        <RouterProvider router={router} />
      </WidgetProvider>,
    ),
  );
  await vi.waitFor(() => expect(shown).toHaveBeenCalledOnce());
  expect(place.querySelector('h1')?.textContent).toBe('The guide');
});
