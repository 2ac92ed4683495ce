// @vitest-environment happy-dom
import type { InstallDisk, InstallerState } from '@berth/contract/bridge/installer';
import { act } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { navigate } from '../../navigation.ts';
import { showSession } from '../../testing/session-page.tsx';
import Wizard from '../wizard.tsx';
import { INITIAL_WIZARD } from '../wizard-state.ts';

const CHOICE: NonNullable<InstallerState> = {
  source: 'stick',
  phase: 'choice',
  percent: 0,
  unattended: false,
  kept: false,
  refusal: null,
  unchanged: false,
  failure: null,
};
const DISKS: readonly InstallDisk[] = [
  {
    id: 'a'.repeat(16),
    name: 'Samsung SSD',
    bytes: 250e9,
    removable: false,
    content: 'windows',
    partitions: [
      { name: 'Windows', bytes: 249e9 },
      { name: '', bytes: 1e6 },
    ],
    obstacle: null,
  },
  {
    id: 'b'.repeat(16),
    name: 'Kingston',
    bytes: 64e9,
    removable: false,
    content: 'empty',
    partitions: [],
    obstacle: null,
  },
  {
    id: 'c'.repeat(16),
    name: 'Card',
    bytes: 4e9,
    removable: true,
    content: 'other',
    partitions: [],
    obstacle: 'too-small',
  },
];

beforeEach(() => navigate('/fbw'));

/** The wizard after its first page, on a machine in this state, which the test changes. */
async function show(installer: InstallerState, disks = DISKS, step: 'welcome' | 'network' = 'network') {
  const machine = { installer };
  const install = vi.fn((_input: unknown): unknown => {
    machine.installer = { ...CHOICE, phase: 'installing' };
    return null;
  });
  const session = await showSession(<Wizard />, {
    state: { config: { firstboot: true, enrolling: null, organization_name: null } as never },
    bridge: {
      load_wizard: () => ({ ...INITIAL_WIZARD, step }),
      save_wizard: () => null,
      get_locale_hints: () => ({ language: null, keyboard: null }),
      get_installer: () => machine.installer,
      list_install_disks: () => disks,
      install,
      try_without_installing: () => {
        machine.installer = null;
        return null;
      },
    },
  });
  const { page } = session;
  const title = () => page.querySelector('h1')?.textContent;
  const button = (text: string) =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(text));
  const press = (text: string) => act(async () => button(text)?.click());
  /** What Enter does: a click on the focused button, or the form's submission. */
  const enter = () =>
    act(async () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLButtonElement) activeElement.click();
      else (activeElement as HTMLInputElement).form?.requestSubmit();
    });
  return { ...session, machine, install, title, button, press, enter };
}

test('the language comes first: the welcome page is shown before the installer', async () => {
  const { title, press } = await show(CHOICE, DISKS, 'welcome');
  expect(title()).toBe('Welcome');
  await press('Next');
  expect(title()).toBe('Install Berth OS');
});

test('Enter alone leads to the confirmation, which names what is lost, and one more Enter installs', async () => {
  const { page, title, enter, install } = await show(CHOICE);
  expect(document.activeElement?.textContent).toContain('Install on this computer');
  await enter();
  expect(title()).toBe('Disk');
  await enter();
  expect(title()).toBe('Erase this disk?');
  expect(page.textContent).toContain('Everything on this disk will be lost');
  expect(page.textContent).toContain('Samsung SSD, 250\u00a0GB');
  expect(page.textContent).toContain('Windows, 249\u00a0GB');
  expect(install).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe('Erase and install');
  await enter();
  expect(install).toHaveBeenCalledExactlyOnceWith({ disk: 'a'.repeat(16), afresh: false });
  expect(title()).toBe('Installing Berth OS');
});

test.each([
  ['the choice', {}],
  ['a refusal', { refusal: 'berth-there' }],
  ['the progress', { phase: 'installing', percent: 40 }],
  ['the end', { phase: 'done', percent: 100 }],
  ['the end of an unattended installation', { phase: 'done', percent: 100, unattended: true }],
] as const)('a machine started over the network names no stick: %s', async (_, state) => {
  const { page } = await show({ ...CHOICE, ...state });
  expect(page.textContent).toContain('stick');
  const network = await show({ ...CHOICE, ...state, source: 'network' });
  expect(network.page.querySelector('h1')?.textContent).toBe(page.querySelector('h1')?.textContent);
  expect(network.page.textContent).not.toContain('stick');
});

test('a held Enter key does not go through', async () => {
  const { page } = await show(CHOICE);
  const press = (repeat: boolean) => {
    const event = new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true });
    page.querySelector('button')?.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect([press(false), press(true)]).toEqual([false, true]);
});

test('another disk can be chosen; one that cannot be used is shown with the reason', async () => {
  const { page, title, enter, press, install } = await show(CHOICE);
  await enter();
  expect([...page.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
    'Samsung SSD, 250\u00a0GBWindows is installed on it',
    'Kingston, 64\u00a0GBEmpty',
  ]);
  expect(page.querySelector('ul')?.textContent).toContain('Too small: Berth OS needs');
  await act(async () => page.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]?.click());
  await press('Next');
  expect(page.textContent).toContain('No data was found on this disk.');
  await press('Back');
  expect(title()).toBe('Disk');
  await press('Next');
  await press('Erase and install');
  expect(install).toHaveBeenCalledExactlyOnceWith({ disk: 'b'.repeat(16), afresh: false });
});

test.each([
  ['Keep this machine', false],
  ['Start afresh', true],
])('a disk with Linux may hold a machine: %s', async (choice, afresh) => {
  const [first] = DISKS as [InstallDisk];
  const { page, enter, press, install } = await show(CHOICE, [{ ...first, content: 'linux' }]);
  await enter();
  await enter();
  const label = [...page.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(choice));
  await act(async () => label?.querySelector('input')?.click());
  await press('Erase and install');
  expect(install).toHaveBeenCalledExactlyOnceWith({ disk: first.id, afresh });
});

test('a disk with Windows holds no machine to keep', async () => {
  const { page, enter } = await show(CHOICE, DISKS.slice(0, 1));
  await enter();
  await enter();
  expect(page.textContent).toContain('Erase this disk?');
  expect(page.querySelectorAll('input[type=radio]')).toHaveLength(0);
});

test('an installation that kept the machine says so', async () => {
  const { page } = await show({ ...CHOICE, phase: 'done', percent: 100, kept: true });
  expect(page.textContent).toContain('It is still the same machine');
});

test('trying without installing continues the setup', async () => {
  const { title, press } = await show(CHOICE);
  await press('Try without installing');
  expect(title()).toBe('Network');
});

test('a computer without a usable disk says so, and looks again', async () => {
  const disks = [...DISKS.slice(2)];
  const { page, enter, press } = await show(CHOICE, disks);
  await enter();
  expect(page.querySelector('[role=alert]')?.textContent).toContain('No disk of this computer can be used');
  disks.push(...DISKS.slice(0, 1));
  await press('Try again');
  expect(page.querySelectorAll('input[type=radio]')).toHaveLength(1);
});

test('a disk that changed is refused on the confirmation page', async () => {
  const { page, enter, install } = await show(CHOICE);
  install.mockImplementation(() => Promise.reject(new Error('not-found')));
  await enter();
  await enter();
  await enter();
  expect(page.querySelector('[role=alert]')?.textContent).toContain('The disk has changed');
});

test('shows how much is copied, then that it is done, and restarts', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { page, title, machine, call, press } = await show({ ...CHOICE, phase: 'installing', percent: 42 });
  const status = () => page.querySelector('[role=status]')?.textContent;
  expect(status()).toBe('42% copied');
  const later = () => act(() => vi.advanceTimersByTimeAsync(1_000));
  machine.installer = { ...CHOICE, phase: 'installing', percent: 100 };
  await later();
  expect(status()).toBe('Everything is copied. Checking the copy…');
  machine.installer = { ...CHOICE, phase: 'done', percent: 100 };
  await later();
  expect(title()).toBe('Berth OS is installed');
  await press('Restart');
  expect(call).toHaveBeenCalledWith('reboot', {});
});

test('an unattended installation is shown at once, and ends without a button', async () => {
  const { page, title } = await show({ ...CHOICE, phase: 'done', percent: 100, unattended: true }, DISKS, 'welcome');
  expect(title()).toBe('Berth OS is installed');
  expect(page.textContent).toContain('turns itself off');
  expect(page.querySelectorAll('button')).toHaveLength(0);
});

test('a failure says that nothing is installed and why, and can be repeated', async () => {
  const { page, title, press } = await show({ ...CHOICE, phase: 'failed', failure: 'Input/output error' });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Berth OS is not installed.');
  expect(page.textContent).toContain('Input/output error');
  await press('Try again');
  expect(title()).toBe('Disk');
});

test('a failure before anything was written says that the disks are as they were', async () => {
  const { page } = await show({ ...CHOICE, phase: 'failed', unchanged: true, failure: 'Input/output error' });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('Nothing on the disks has changed.');
});

test('says why an unattended installation did not begin', async () => {
  const { page } = await show({ ...CHOICE, refusal: 'berth-there' });
  expect(page.querySelector('[role=alert]')?.textContent).toContain('already installed');
});
