import { expect, onTestFinished, test, vi } from 'vitest';
import { appWindow, openDesktop } from '../../testing/desktops.ts';
import { testFolder } from '../../testing/folders.ts';
import { testPages } from '../../testing/pages.ts';
import { eventually } from '../../testing/wait.ts';
import { startTurnableMonitor, startTwoMonitors } from '../../testing/x-servers.ts';
import type { Desktop, MonitorPlan } from '../ports/desktop.ts';
import { HOME_CLASS, SESSION_CLASS_PREFIX } from '../ports/windows.ts';
import { arrange, readOutputs, windowPlaces } from './monitors.ts';
import { prepareOpenbox } from './window-manager.ts';
import { XConnection } from './x-connection.ts';

const PLAN: MonitorPlan = { arrangement: 'extended', home_monitor: 1, sessions: 'with-home', rotation: 'normal' };
const LEFT = { x: 0, y: 0, width: 1024, height: 768 };
const RIGHT = { ...LEFT, x: 1024 };

/** A desktop on a running X server, with our window manager. */
async function joinDesktop(display: string): Promise<Desktop> {
  const folder = await testFolder();
  const manager = (await prepareOpenbox(display, folder))();
  onTestFinished(() => manager.stop());
  vi.stubEnv('DISPLAY', display);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { desktop } = await openDesktop({ mode: 'joined', size: '' });
  return desktop;
}

test('two monitors: the home screen on one and sessions on the other, or both mirrored', async () => {
  const display = await startTwoMonitors(await testFolder());
  const desktop = await joinDesktop(display);
  const { url } = await testPages({ '/home': '<title>Home</title>', '/app': '<title>App</title>' });
  const x = await XConnection.open(display);
  onTestFinished(() => x.close());
  const monitorOf = async (className: string): Promise<number> => {
    const window = desktop.windows.list().find((each) => each.className === className);
    if (!window) throw new Error(`no ${className}`);
    return Math.floor((await x.placeOf(window.id)).x / LEFT.width);
  };
  const session = `${SESSION_CLASS_PREFIX}-app`;

  await desktop.arrangeMonitors({ ...PLAN, home_monitor: 2, sessions: 'beside-home' });
  expect(await desktop.monitors()).toEqual([LEFT, RIGHT]);
  await desktop.openBrowser(
    appWindow('home', `${url}/home`, { kind: 'home', className: HOME_CLASS, fullscreen: true }),
  );
  await desktop.openBrowser(appWindow('app', `${url}/app`));
  await eventually(async () => expect([await monitorOf(HOME_CLASS), await monitorOf(session)]).toEqual([1, 0]));

  await desktop.arrangeMonitors(PLAN);
  await eventually(async () => expect([await monitorOf(HOME_CLASS), await monitorOf(session)]).toEqual([0, 0]));

  await desktop.arrangeMonitors({ ...PLAN, arrangement: 'mirrored' });
  expect(await desktop.monitors()).toEqual([LEFT, LEFT]);
  await eventually(async () => expect([await monitorOf(HOME_CLASS), await monitorOf(session)]).toEqual([0, 0]));
});

test('rotating a monitor swaps its width and height, and back', async () => {
  const desktop = await joinDesktop(await startTurnableMonitor());
  const changed = vi.fn();
  desktop.onMonitors(changed);
  await desktop.arrangeMonitors({ ...PLAN, rotation: 'left' });
  expect(await desktop.monitors()).toEqual([{ x: 0, y: 0, width: 600, height: 800 }]);
  await eventually(() => expect(changed).toHaveBeenCalled());
  await desktop.arrangeMonitors(PLAN);
  expect(await desktop.monitors()).toEqual([{ x: 0, y: 0, width: 800, height: 600 }]);
});

test('an unsupported rotation does not change the monitors', async () => {
  const desktop = await joinDesktop(await startTwoMonitors(await testFolder()));
  await desktop.arrangeMonitors(PLAN);
  await expect(desktop.arrangeMonitors({ ...PLAN, rotation: 'left' })).rejects.toThrow('rotation');
  expect(await desktop.monitors()).toEqual([LEFT, RIGHT]);
});

const OUTPUTS = readOutputs(`Screen 0: minimum 320 x 200, current 4480 x 1440, maximum 16384 x 16384
DP-1 connected primary 2560x1440+0+0 (normal left inverted right x axis y axis) 597mm x 336mm
   2560x1440     59.95*+
   1920x1080     60.00    50.00
HDMI-1 connected 1920x1080+2560+0 (normal left inverted right x axis y axis) 509mm x 286mm
   1920x1080     60.00*+  59.94
   1280x720      60.00
DP-2 disconnected 1280x720+4480+0 (normal left inverted right x axis y axis) 0mm x 0mm
DP-3 disconnected (normal left inverted right x axis y axis)
`);

test('rotates and arranges monitors with their own resolutions, and turns unplugged ones off', () => {
  expect(arrange(OUTPUTS, { ...PLAN, rotation: 'left' }).join(' ')).toBe(
    '--output DP-2 --off ' +
      '--output DP-1 --mode 2560x1440 --pos 0x0 --rotate left ' +
      '--output HDMI-1 --mode 1920x1080 --pos 1440x0 --rotate left',
  );
});

test('mirrored monitors use the largest common resolution', () => {
  const plan = { ...PLAN, arrangement: 'mirrored' } as const;
  expect(arrange(OUTPUTS.slice(0, 2), plan).join(' ')).toBe(
    '--output DP-1 --mode 1920x1080 --pos 0x0 --rotate normal --output HDMI-1 --mode 1920x1080 --pos 0x0 --rotate normal',
  );
});

test('does not change monitors that match the plan', () => {
  expect(arrange(OUTPUTS.slice(0, 2), PLAN)).toEqual([]);
  expect(arrange([], PLAN)).toEqual([]);
});

test.each([
  [[LEFT], null],
  [[LEFT, LEFT], null],
  [[LEFT, RIGHT], { home: RIGHT, sessions: LEFT }],
])('the home screen on the third of the monitors %j, with sessions beside it', (monitors, places) => {
  expect(windowPlaces(monitors, { ...PLAN, home_monitor: 3, sessions: 'beside-home' })).toEqual(places);
});
