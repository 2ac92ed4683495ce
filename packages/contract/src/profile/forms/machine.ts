import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, showIf, type UiElement } from './ui.ts';

const control = controlsOf('machine-settings');

/** The same texts as an account's of the profile. */
function account(field: string): UiElement {
  return control(`sip/${field}`, { i18n: `profile.sip-account.${field}`, rule: showIf('sip/enabled', true) });
}

/** The same form for both deployments (spec chapter 3): the machine's phone and its room calendar. */
function machineForm(deployment: 'flex' | 'smartconference'): SettingsForm {
  return {
    target: 'machine-context',
    configptr: `/machine/${deployment}`,
    uischema: column(
      group('form.machine.phone', [
        control('sip/enabled'),
        account('display_name'),
        account('user'),
        account('auth_pass'),
        account('gateway'),
      ]),
      group('form.machine.calendar', [
        control('calendar_integration/url'),
        control('calendar_integration/username'),
        control('calendar_integration/password'),
      ]),
    ),
  };
}

export const flexForm = machineForm('flex');
export const smartconferenceForm = machineForm('smartconference');
