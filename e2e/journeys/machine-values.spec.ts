import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import type { Api } from '../kit/api.ts';
import { labeled } from '../kit/form-steps.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import type { Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { completeWizard } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** One profile, in which each machine fills in its own name and tags. */
let testConsole: TestConsole | undefined;
let machine: Machine | undefined;
let server: Server;
let api: Api;
let page: Page;
let machineId: string;
test.describe.configure({ mode: 'serial' });

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, 'Meeting rooms');
  ({ server, api, page } = testConsole);
});

test.afterAll(async () => {
  await machine?.dispose();
  await testConsole?.dispose();
});

const webapp = 'profile.thinhoc.sessions.webapp';
const tag = (...tags: string[]) => api.send('PUT', `/machines/${machineId}/tags`, { tags });

test('a field says that machines fill in their values, and names what none of them knows', async () => {
  await page.goto(`${server.url}/manage/profile/${testConsole?.profile}?form=sessions/webapp`);
  await page.getByRole('button', { name: t(`${webapp}.add`) }).click();
  const form = page.getByRole('main');
  const url = labeled(form, t(`${webapp}.url.label`));
  await url.fill('https://rooms.example/{{nmae}}');
  await url.press('Tab');
  await expect(form.getByText('Values of the machine are written as')).toBeVisible();
  await url.fill('https://rooms.example/{{tag:room}}');
  await expect(form.getByText(t('forms.values.known')).first()).toBeVisible();
  const name = labeled(form, t(`${webapp}.display_name.label`));
  await name.fill('Room {{nmae}}');
  const advice = form.getByRole('status').filter({ hasText: 'stays as it is.' });
  await expect(advice).toContainText('{{nmae}} stays as it is.');
  expect(await advice.evaluate(brokenPlaceholders)).toEqual([]);
  await name.fill('Room {{tag:room}}');
  await labeled(form, t(`${webapp}.window_title.label`)).fill('{{name}}');
  await expectAccessible(page);
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect
    .poll(async () => JSON.stringify(await api.send('GET', `/profiles/${testConsole?.profile}`)))
    .toContain('Room {{tag:room}}');
});

/** The placeholders of a text that end on another line than they begin, at any width of the text. */
function brokenPlaceholders(text: Element): string[] {
  const broken = new Set<string>();
  const range = document.createRange();
  const nodes = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const parts: Text[] = [];
  while (nodes.nextNode()) parts.push(nodes.currentNode as Text);
  for (let width = 120; width < 600; width += 5) {
    text.setAttribute('style', `width: ${width}px`);
    for (const part of parts) {
      for (const { 0: placeholder, index } of part.data.matchAll(/\{\{.*?\}\}/g)) {
        range.setStart(part, index);
        range.setEnd(part, index + placeholder.length);
        if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.add(placeholder);
      }
    }
  }
  text.removeAttribute('style');
  return [...broken];
}

test('a machine shows its own tag, also after the tag has changed', async () => {
  machine = await startMachine(server.url);
  await completeWizard(machine, 'Corner office');
  const [registered] = await api.machines();
  machineId = registered.id;
  await api.send('PATCH', `/machines/${machineId}/profile`, { profileId: testConsole?.profile });
  await tag('room:B12');
  await expect(machine.page.getByText('Room B12', { exact: true })).toBeVisible();
  await tag('room:C1');
  await expect(machine.page.getByText('Room C1', { exact: true })).toBeVisible();
});

test('the console says that a machine has no value', async () => {
  await tag();
  await page.goto(`${server.url}/manage/machines/${machineId}`);
  await expect(page.getByText('has no value for {{tag:room}}').first()).toBeVisible();
});
