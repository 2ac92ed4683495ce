import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { expectAccessibleScreen, smallTargets } from '../kit/accessibility.ts';
import { startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** Comfort of the machine's user: sound and keyboards. */
test.describe.configure({ mode: 'serial' });

let environment: TestEnvironment;
let machine: TestEnvironment['machine'];
let api: TestEnvironment['api'];
let screen: TestEnvironment['screen'];

test.beforeAll(async ({ browser }) => {
  environment = await startTestEnvironment(browser, 'Reception');
  ({ machine, api, screen } = environment);
});

test.afterAll(() => environment?.dispose());

const bar = () => screen.getByRole('region', { name: t('session.statusBar') });

async function profile(definition: object): Promise<void> {
  const [first] = await api.profiles();
  await api.merge(first.id, { definition });
}

test('a sound output is chosen, turned down and muted in the Status Bar', async () => {
  const button = bar().getByRole('button', { name: t('session.audio') });
  await button.click();
  const panel = screen.getByRole('dialog', { name: t('session.audio') });
  await panel.getByLabel(t('screens.audio.output'), { exact: true }).selectOption('Headset');
  await panel.getByLabel(t('screens.audio.output.volume')).fill('25');
  await expect(panel).toContainText('25%');
  await panel.getByRole('button', { name: t('screens.audio.input.mute') }).click();
  await expect(panel).toContainText(t('screens.audio.muted'));
  await expectAccessibleScreen(screen);
  await screen.keyboard.press('Escape');
  await button.click();
  await expect(panel.getByLabel(t('screens.audio.output'), { exact: true })).toHaveValue('headset');
  await expect(panel).toContainText('25%');
  await screen.keyboard.press('Escape');
  await profile({ thinhoc: { customization: { audioControllersInStatusBar: false } } });
  await expect(button).toHaveCount(0);
});

test('a keyboard layout of the profile is chosen in the Status Bar', async () => {
  await profile({ thinhoc: { customization: { keyboard_layouts: ['GB', 'CH', 'FR'] } } });
  const layout = () =>
    /layout: +(\S+)/.exec(
      execFileSync('setxkbmap', ['-display', machine.display, '-query'], { encoding: 'utf8' }),
    )?.[1];
  await expect.poll(layout).toBe('gb');
  const button = bar().getByRole('button', { name: t('session.keyboard') });
  await expect(button).toContainText('GB');
  await button.click();
  const panel = screen.getByRole('dialog', { name: t('session.keyboard') });
  await panel.getByRole('radio', { name: 'Switzerland (CH)' }).click();
  await expect(button).toContainText('CH');
  await expect.poll(layout).toBe('ch');
  await expectAccessibleScreen(screen);
  await screen.keyboard.press('Escape');
});

test('the on-screen keyboard appears and disappears with the profile setting', async () => {
  await profile({ system: { accessibility: { osk_enabled: true } } });
  const onboard = () => {
    try {
      return execFileSync('xwininfo', ['-display', machine.display, '-root', '-tree'], { encoding: 'utf8' })
        .split('\n')
        .filter((line) => line.includes('("onboard"'));
    } catch {
      // A window that closes while the tree is read ends xwininfo: ask again.
      return ['unknown'];
    }
  };
  await expect.poll(() => onboard().some((line) => line.includes('72x72'))).toBe(true);
  await profile({ system: { accessibility: { osk_enabled: false } } });
  await expect.poll(() => onboard().length).toBe(0);
});

test('a person switches on large text and high contrast in the menu, and a logout switches them off', async () => {
  const root = () =>
    screen.evaluate(() => {
      const { fontSize } = getComputedStyle(document.documentElement);
      return { fontSize, surface: getComputedStyle(document.body).getPropertyValue('--panel-line') };
    });
  const before = await root();
  await bar()
    .getByRole('button', { name: t('session.menu') })
    .click();
  await screen.getByRole('button', { name: t('screens.accessibility.title') }).click();
  const choice = (name: string) => screen.getByRole('switch', { name: t(`screens.accessibility.${name}`) });
  await expect(choice('screenReader')).not.toBeChecked();
  await choice('largeText').click();
  await choice('highContrast').click();
  await expect(choice('highContrast')).toBeChecked();
  await expect(choice('highContrast')).toContainText(t('screens.accessibility.on'));
  await expect.poll(async () => (await root()).fontSize).toBe('25.6px');
  expect((await root()).surface).not.toBe(before.surface);
  await expectAccessibleScreen(screen);
  expect(await smallTargets(screen)).toEqual([]);
  await screen.keyboard.press('Escape');
  await machine.press('ctrl+alt+BackSpace');
  await expect.poll(root).toEqual(before);
});
