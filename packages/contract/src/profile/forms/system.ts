/** Forms of a machine's system settings. */
import type { ProfileDefinition } from '../definition.ts';
import type { SettingsForm } from './form.ts';
import { column, fieldsOf, group } from './ui.ts';

type System = ProfileDefinition['system'];

const auth = fieldsOf<System['auth']>('profile.system.auth');

export const authForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/auth',
  uischema: column(
    group('form.auth.login', [
      auth.control('mode', { format: 'radio' }),
      auth.control('auto-login-timeout', { unit: 'seconds', rule: auth.showIf('mode', 'auto-login') }),
    ]),
    group('form.auth.logout', [auth.control('closeSessionsOnLogout'), auth.control('renew_OTCs_on_sessions_logout')]),
    group('form.auth.inactivity', [
      auth.control('localSessionTimeout/enabled'),
      auth.control('localSessionTimeout/timeout', {
        unit: 'minutes',
        rule: auth.showIf('localSessionTimeout/enabled', true),
      }),
      auth.control('localSessionTimeout/actionOnTimeout', { rule: auth.showIf('localSessionTimeout/enabled', true) }),
    ]),
    group('form.auth.settings', [
      auth.control('settings_access/who', { format: 'radio' }),
      auth.control('settings_access/pin', { rule: auth.showIf('settings_access/who', 'pin') }),
    ]),
  ),
};

const accessibility = fieldsOf<System['accessibility']>('profile.system.accessibility');

export const accessibilityForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/accessibility',
  uischema: column(group('form.accessibility.keyboard', [accessibility.control('osk_enabled')])),
};

const clock = fieldsOf<System['clock']>('profile.system.clock');

export const clockForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/clock',
  uischema: column(group('form.clock.zone', [clock.control('time_zone', { format: 'time-zone' })])),
};

const displays = fieldsOf<System['displays']>('profile.system.displays');

export const displaysForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/displays',
  uischema: column(
    group('form.displays.arrangement', [
      displays.control('arrangement', { format: 'radio' }),
      displays.control('home_monitor', { rule: displays.showIf('arrangement', 'extended') }),
      displays.control('sessions', { format: 'radio', rule: displays.showIf('arrangement', 'extended') }),
    ]),
    group('form.displays.rotation', [displays.control('rotation', { format: 'radio' })]),
    group('form.displays.machine', [displays.control('change_at_machine')]),
  ),
};

const updates = fieldsOf<System['updates']>('profile.system.updates');

export const updatesForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/updates',
  uischema: column(
    group('form.updates.version', [updates.control('version')]),
    group('form.updates.window', [
      updates.control('any_time'),
      updates.control('from', { rule: updates.showIf('any_time', false) }),
      updates.control('until', { rule: updates.showIf('any_time', false) }),
    ]),
    group('form.updates.network', [updates.control('download_limit', { unit: 'megabits' })]),
  ),
};

const remote = fieldsOf<System['remote']>('profile.system.remote');

export const remoteForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/remote',
  uischema: column(
    group('form.remote.consent', [remote.control('consent', { format: 'radio' })]),
    group('form.remote.live', [remote.control('live_view')]),
  ),
};

const theme = fieldsOf<System['customization']>('profile.system.customization');

/** Shown on the customization page, although it edits another part of the definition. */
export const themeForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/customization',
  uischema: column(theme.control('global-dark-theme')),
};
