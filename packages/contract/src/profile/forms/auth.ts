import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, showIf } from './ui.ts';

const control = controlsOf('profile.system.auth');

export const authForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/auth',
  uischema: column(
    group('form.auth.login', [
      control('mode', { format: 'radio' }),
      control('auto-login-timeout', { unit: 'seconds', rule: showIf('mode', 'auto-login') }),
    ]),
    group('form.auth.logout', [control('closeSessionsOnLogout'), control('renew_OTCs_on_sessions_logout')]),
    group('form.auth.inactivity', [
      control('localSessionTimeout/enabled'),
      control('localSessionTimeout/timeout', { unit: 'minutes', rule: showIf('localSessionTimeout/enabled', true) }),
      control('localSessionTimeout/actionOnTimeout', { rule: showIf('localSessionTimeout/enabled', true) }),
    ]),
    group('form.auth.settings', [
      control('settings_access/who', { format: 'radio' }),
      control('settings_access/pin', { rule: showIf('settings_access/who', 'pin') }),
    ]),
  ),
};
