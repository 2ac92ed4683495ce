import { HOME_CLASS, MESSAGE_CLASS, NOTICE_CLASS, SESSION_CLASS_PREFIX } from '../ports/windows.ts';
import { THEME_NAME } from './openbox-theme.ts';

/** The windows that Alt+Tab cycles: the machine's, or those inside the front window. */
export type AltTab = 'machine' | 'inside';

/**
 * A hidden virtual desktop. Chromium requests the focus when its window appears, and the window manager refuses that
 * only to windows on another desktop. The notice is moved from there to be shown (x-windows.ts); a web app's window with
 * an address bar stays there until the extension has moved its tab into a window without one.
 */
const HIDDEN_DESKTOP = 2;

/**
 * Chromium's task manager, which no policy disables. Openbox grabs every key that has an action; this action does
 * nothing outside of a key sequence.
 */
const TASK_MANAGER_OFF = `
    <keybind key="S-Escape"><action name="BreakChroot"/></keybind>`;

/**
 * Openbox with only what a machine needs: no menus, no other desktops, no mouse actions that leave the session. The
 * home screen is full screen and sessions are maximized above it. Ctrl+Alt+Tab always cycles the machine's windows,
 * Alt+Tab as configured.
 * @param scale Of the bar above a session: 1 on a screen of 1920x1080.
 */
export function openboxConfig(altTab: AltTab, scale: number): string {
  const size = Math.round(15 * scale);
  return `<?xml version="1.0" encoding="UTF-8"?>
<openbox_config xmlns="http://openbox.org/3.4/rc">
  <resistance><strength>10</strength><screen_edge_strength>20</screen_edge_strength></resistance>
  <focus><focusNew>yes</focusNew><followMouse>no</followMouse><focusLast>yes</focusLast></focus>
  <placement><policy>Smart</policy><center>yes</center></placement>
  <theme>
    <name>${THEME_NAME}</name><titleLayout>IMLC</titleLayout><animateIconify>no</animateIconify>
    <font place="ActiveWindow"><name>Inter, sans</name><size>${size}</size></font>
    <font place="InactiveWindow"><name>Inter, sans</name><size>${size}</size></font>
  </theme>
  <desktops><number>${HIDDEN_DESKTOP}</number><firstdesk>1</firstdesk><popupTime>0</popupTime></desktops>
  <keyboard>
${keysOf(altTab === 'machine' ? ['A', 'C-A'] : ['C-A'])}${altTab === 'machine' ? TASK_MANAGER_OFF : ''}
  </keyboard>
  <mouse>
    <context name="Titlebar">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
      <mousebind button="Left" action="Drag"><action name="Move"/></mousebind>
      <mousebind button="Left" action="DoubleClick"><action name="ToggleMaximize"/></mousebind>
    </context>
    <context name="Client">
      <mousebind button="Left" action="Press"><action name="Focus"/><action name="Raise"/></mousebind>
    </context>
    <context name="Close"><mousebind button="Left" action="Click"><action name="Close"/></mousebind></context>
    <context name="Iconify"><mousebind button="Left" action="Click"><action name="Iconify"/></mousebind></context>
    <context name="Maximize">
      <mousebind button="Left" action="Click">
        <action name="NextWindow"><interactive>no</interactive><dialog>none</dialog><linear>yes</linear></action>
      </mousebind>
    </context>
  </mouse>
  <applications>
    <application class="${HOME_CLASS}"><decor>no</decor><fullscreen>yes</fullscreen></application>
    <application class="${NOTICE_CLASS}">
      <decor>no</decor><desktop>${HIDDEN_DESKTOP}</desktop><focus>no</focus><skip_taskbar>yes</skip_taskbar>
    </application>
    <application class="${MESSAGE_CLASS}">
      <decor>no</decor><desktop>${HIDDEN_DESKTOP}</desktop><focus>no</focus><skip_taskbar>yes</skip_taskbar>
    </application>
    <application class="${SESSION_CLASS_PREFIX}*"><maximized>yes</maximized><focus>yes</focus></application>
    <application class="${SESSION_CLASS_PREFIX}-webapp*" name="crx_*"><layer>below</layer></application>
    <application class="${SESSION_CLASS_PREFIX}-webapp*" name="* (*">
      <desktop>${HIDDEN_DESKTOP}</desktop><focus>no</focus><skip_taskbar>yes</skip_taskbar>
    </application>
  </applications>
</openbox_config>
`;
}

function keysOf(modifiers: readonly string[]): string {
  const lines = modifiers.flatMap((each) => [
    `    <keybind key="${each}-Tab"><action name="NextWindow"/></keybind>`,
    `    <keybind key="${each}-S-Tab"><action name="PreviousWindow"/></keybind>`,
  ]);
  return lines.join('\n');
}
