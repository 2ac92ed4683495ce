// @vitest-environment happy-dom

import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { Component as CatalogPage } from './catalog-page.tsx';

async function catalog() {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['common', 'console', 'apps']);
  const page = await showConsolePart(
    <MemoryRouter>
      <CatalogPage />
    </MemoryRouter>,
  );
  return [...page.querySelectorAll('section')].map((section) => ({
    category: section.querySelector('h2')?.textContent,
    apps: [...section.querySelectorAll('li')],
  }));
}

test('the catalog lists apps by category, each with its icon, including join-meeting', async () => {
  const sections = await catalog();
  expect(sections.map(({ category }) => category)).toEqual(['Communications', 'Collaboration', 'Other']);
  const names = sections.map(({ apps }) => apps.map((app) => app.querySelector('h3')?.firstChild?.textContent));
  expect(names[0]).toEqual(expect.arrayContaining(['Join a meeting', 'Zoom', 'Microsoft Teams']));
  expect(names[1]).toEqual(expect.arrayContaining(['Microsoft 365', 'Google Workspace', 'Nextcloud']));
  expect(names[2]).toEqual(expect.arrayContaining(['Whiteboard', 'Mirroring']));
  // Symbols load asynchronously.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  for (const app of sections.flatMap(({ apps }) => apps)) {
    const picture = () => app.querySelector<HTMLElement>('[data-size] > *');
    const drawn = () => picture()?.getAttribute('src') ?? picture()?.style.backgroundImage;
    await vi.waitFor(() => expect(drawn()).toMatch(/data:image/), { timeout: 60_000 });
  }
});

const PER = 'credits per machine per 30 days';

test.each([
  ['Dashboard', `4 ${PER}Included with SmartConference`, ''],
  ['Mirroring', `6 ${PER}Included with SmartConference`, ''],
  ['Remote desktop', `6 ${PER}Flex machines only.`, 'Beta'],
  ['Phone', `5 ${PER}Included with SmartConference`, ''],
  ['Whiteboard', `4 ${PER}Included with SmartConference`, ''],
  ['Hosted desktop', `6 ${PER}`, 'Beta'],
])('the app %s costs %s', async (name, price, beta) => {
  const apps = (await catalog()).flatMap((section) => section.apps);
  const app = apps.find((each) => each.querySelector('h3')?.firstChild?.textContent === name);
  expect(app?.querySelector('h3')?.textContent).toBe(name + beta);
  expect(app?.lastElementChild?.textContent).toBe(price);
});
