// @vitest-environment happy-dom
import { DEMO_EMAIL } from '@berth/contract/rules/service';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { LoginForm } from './login-form.tsx';

const config = vi.hoisted(() => ({ demoApiBase: '/demo/api' as string | null }));
vi.mock('@berth/web/data/client-config.ts', () => ({ clientConfig: () => config, realApiBase: () => '/api' }));

it.each([
  [DEMO_EMAIL.toUpperCase(), '/demo/api', '/demo/login'],
  [DEMO_EMAIL, null, '/session/login'],
  ['grace@company.example', '/demo/api', '/session/login'],
])('the login of %s where the demo is at %s redirects to %s', async (email, demoApiBase, path) => {
  config.demoApiBase = demoApiBase;
  const sent = vi.spyOn(globalThis, 'fetch');
  const form = <LoginForm uid="u" email={email} setEmail={() => {}} go={() => {}} cancelTo={null} />;
  const routes = [
    { path: '/session/login', element: form },
    { path: '/demo/login', element: null },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/session/login'] });
  const page = await showConsolePart(<RouterProvider router={router} />);
  await act(async () => page.querySelector('form')?.requestSubmit());
  expect(router.state.location.pathname).toBe(path);
  // Without a password nothing is sent.
  expect(sent).not.toHaveBeenCalled();
});
