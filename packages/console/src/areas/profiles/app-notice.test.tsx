// @vitest-environment happy-dom
import { defaultDefinition } from '@berth/contract/profile/defaults';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { AppNotice } from './app-notice.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['apps', 'console']);
});

function definitionWith(...enabled: string[]) {
  const definition = defaultDefinition();
  definition.thinhoc.apps.enabled.push(...enabled);
  return definition;
}

it('widgets of an app that is off are reported as hidden, with a link to the apps', async () => {
  const openApps = vi.fn();
  const shown = { form: 'dashboard', deployment: 'vanilla', openApps } as const;
  const page = await showConsolePart(<AppNotice {...shown} definition={definitionWith()} />);
  expect(page.textContent).toContain('Machines use this only while the app Dashboard is on.');
  await act(async () => page.querySelector('button')?.click());
  expect(openApps).toHaveBeenCalledOnce();
  const on = await showConsolePart(<AppNotice {...shown} definition={definitionWith('thinhoc::dashboard')} />);
  expect(on.textContent).not.toContain('Machines use');
});

it('remote desktops are reported as available only for certain variants', async () => {
  const shown = { form: 'sessions/rdp', openApps: () => {} } as const;
  const definition = definitionWith('thinhoc::rdp-client');
  const vanilla = await showConsolePart(<AppNotice {...shown} deployment="vanilla" definition={definition} />);
  expect(vanilla.textContent).toContain('Only Flex machines use this');
  const flex = await showConsolePart(<AppNotice {...shown} deployment="flex" definition={definition} />);
  expect(flex.textContent).not.toContain('use this');
});
