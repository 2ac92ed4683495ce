import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeStateFile } from './state/file.ts';
import { emptyState } from './state/machine-state.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith } from './testing/gateway.ts';
import { killEach, type PartName } from './testing/kill-matrix.ts';
import { type TestMachine, testMachine } from './testing/machines.ts';
import { testPages } from './testing/pages.ts';
import { eventually } from './testing/wait.ts';

const HOME = 'Berth';
const MAIL = { session_type: 'webapp', session_index: 0 } as const;
const COLOR = 'rgb(18, 52, 86)';

const DISPLAY: readonly PartName[] = [
  'the home screen’s browser',
  'the window manager',
  'the program that hides the pointer',
  'the on-screen keyboard',
  'the X server',
];

interface State {
  readonly name: string;
  /** The profile's definition; null: the machine is not registered. */
  readonly definition: object | null;
  readonly parts: readonly PartName[];
  readonly survivors?: readonly PartName[];
  /** The window in front. */
  readonly front: string;
  /** The home screen's page; null in kiosk mode, which has none. */
  readonly page: { readonly path: RegExp; readonly text: RegExp } | null;
  /** Leads to the state. */
  readonly begin?: (machine: TestMachine) => Promise<unknown>;
}

const login = (mode: string) => ({ auth: { mode, 'auto-login-timeout': 1 } });
const open = (machine: TestMachine) => machine.call('open_session', MAIL);
const SESSION = { front: 'Mail', survivors: ['a session’s browser'] } as const;

const STATES: readonly State[] = [
  {
    name: 'the setup wizard',
    definition: null,
    parts: DISPLAY.filter((part) => part !== 'the on-screen keyboard'),
    front: HOME,
    page: { path: /^\/fbw/, text: /\w{3}/ },
  },
  {
    name: 'the greeter',
    definition: { system: login('external-login') },
    parts: DISPLAY,
    front: HOME,
    page: { path: /^\/greeter/, text: /\w{3}/ },
  },
  {
    name: 'the home screen',
    definition: { system: login('auto-login') },
    parts: DISPLAY,
    front: HOME,
    page: { path: /^\/session\/local/, text: /Mail/ },
  },
  {
    name: 'the screensaver',
    definition: {
      system: login('auto-login'),
      thinhoc: { screensaver: { enabled: true, show_after: 15, slides: [{ type: 'text', title: 'Canteen' }] } },
    },
    parts: DISPLAY,
    front: HOME,
    page: { path: /^\/screensaver/, text: /Canteen/ },
  },
  {
    name: 'an open session',
    definition: {},
    parts: ['a session’s browser', ...DISPLAY],
    page: { path: /^\/session\/local/, text: /Mail/ },
    begin: open,
    ...SESSION,
  },
  {
    name: 'kiosk mode',
    definition: { thinhoc: { kiosk: MAIL } },
    parts: ['a session’s browser', ...DISPLAY.slice(1)],
    page: null,
    ...SESSION,
  },
];

/** The profile of a state, with one web app and the on-screen keyboard. */
function profileOf(url: string, given: { readonly system?: object; readonly thinhoc?: object }) {
  const webapp = [{ display_name: 'Mail', window_title: 'Mail', url: `${url}/mail` }];
  return {
    system: { accessibility: { osk_enabled: true }, ...given.system },
    thinhoc: { sessions: { webapp }, customization: { keyboard_layouts: ['DE', 'FR'] }, ...given.thinhoc },
  };
}

test.each(STATES)(
  'whichever part is killed, the person sees $name again, and what was saved is there',
  { timeout: 400_000 },
  async ({ definition, parts, survivors = [], front, page, begin }) => {
    const folder = await testFolder();
    const { url } = await testPages({ '/mail': `<title>Mail</title><body style="background: ${COLOR}">` });
    const desired = definition && desiredWith(profileOf(url, definition));
    await writeStateFile(join(folder, 'state.json'), { ...emptyState, desired });
    const machine = await testMachine(folder);
    const seen = async (): Promise<void> => {
      expect(await machine.front()).toBe(front);
      if (front === 'Mail') expect(await machine.color()).toBe(COLOR);
      if (page === null) return;
      const shown = await machine.page();
      expect(shown.path).toMatch(page.path);
      expect(shown.text).toMatch(page.text);
    };
    if (begin) await eventually(() => begin(machine));
    await killEach(machine, { parts, seen, survivors });

    // The agent itself, right after it has confirmed that it stored something.
    await machine.call('choose_keyboard_layout', { layout: 'FR' });
    await machine.crashAgent();
    await eventually(seen);
    expect((await machine.call('get_keyboard', {})).layout).toBe('FR');
  },
);
