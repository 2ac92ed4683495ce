import { HOME_CLASS, MESSAGE_CLASS, NOTICE_CLASS, SESSION_CLASS_PREFIX } from '../ports/windows.ts';
import { THEME_NAME } from './openbox-theme.ts';

/** Whose windows Alt+Tab cycles: the machine's, or those inside the window in front. */
export type AltTab = 'machine' | 'inside';

/**
 * A desktop that users cannot reach: Chromium requests the keyboard when its window appears, and the window manager
 * refuses that only to windows of another desktop. The notice is moved from there to be shown (x-windows.ts).
 */
const NOTICE_DESKTOP = 2;

/**
 * Chromium's task manager is a window that no policy refuses. Openbox keeps a key to itself that has an action; this one
 * does nothing outside of a key sequence.
 */
const TASK_MANAGER_OFF = `
    <keybind key="S-Escape"><action name="BreakChroot"/></keybind>`;

/**
 * Openbox with nothing but what a machine needs: no menus, no desktops to go to, no way out by mouse. The home screen fills the
 * screen and sessions open maximized above it. Ctrl+Alt+Tab always cycles the machine's windows, Alt+Tab as configured.
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
  <desktops><number>${NOTICE_DESKTOP}</number><firstdesk>1</firstdesk><popupTime>0</popupTime></desktops>
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
      <decor>no</decor><desktop>${NOTICE_DESKTOP}</desktop><focus>no</focus><skip_taskbar>yes</skip_taskbar>
    </application>
    <application class="${MESSAGE_CLASS}">
      <decor>no</decor><desktop>${NOTICE_DESKTOP}</desktop><focus>no</focus><skip_taskbar>yes</skip_taskbar>
    </application>
    <application class="${SESSION_CLASS_PREFIX}*"><maximized>yes</maximized><focus>yes</focus></application>
    <application class="${SESSION_CLASS_PREFIX}-webapp*" name="* (*">
      <iconic>yes</iconic><focus>no</focus><skip_taskbar>yes</skip_taskbar>
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
