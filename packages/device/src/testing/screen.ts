import { execFileSync } from 'node:child_process';
import { XConnection } from '../system/linux/x-connection.ts';

/** Access to a display as a user has it: press keys, see windows. */
export function screenOf(display: string) {
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, { env: { ...process.env, DISPLAY: display }, encoding: 'utf8', stdio: 'pipe' });
  const windows = () => run('xprop', '-root', '_NET_CLIENT_LIST').match(/0x[0-9a-f]+/g) ?? [];
  const titleOf = (id: string): string => {
    try {
      return run('xprop', '-id', id, '_NET_WM_NAME', 'WM_CLASS');
    } catch {
      // The window has closed meanwhile.
      return '';
    }
  };
  return {
    windows,
    titles: () => windows().map(titleOf),
    /** Titles and classes of windows, from bottom to top. */
    stack: () => (run('xprop', '-root', '_NET_CLIENT_LIST_STACKING').match(/0x[0-9a-f]+/g) ?? []).map(titleOf),
    /** The focused window. */
    active: () => run('xprop', '-root', '_NET_ACTIVE_WINDOW').match(/0x[0-9a-f]+/)?.[0],
    press: (...keys: string[]) => run('xdotool', 'key', '--delay', '60', ...keys),
    click: (x: number, y: number) => run('xdotool', 'mousemove', `${x}`, `${y}`, 'click', '1'),
    /** Asks the window with this title to close, like its close button. */
    quit: async (title: RegExp) => {
      const x = await XConnection.open(display);
      const id = windows().find((each) => title.test(titleOf(each)));
      await x.askManager(Number(id), '_NET_CLOSE_WINDOW', [0, 0, 0, 0, 0]);
      x.close();
    },
    /** The clipboard's text. */
    clipboard: () => run('xclip', '-selection', 'clipboard', '-out'),
    type: (text: string) => run('xdotool', 'type', '--delay', '4', text),
  };
}
