import type { SettingsForm } from './form.ts';
import { column, controlsOf, group, row, showIf } from './ui.ts';

const control = controlsOf('profile.thinhoc.sip');
const account = controlsOf('profile.sip-account');

const accountDetail = column(account('display_name'), row(account('user'), account('auth_pass')), account('gateway'));

/** The phone app's form. */
export const sipForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/sip',
  uischema: column(
    control('enabled'),
    group(
      'form.sip.accounts',
      [control('gateway'), control('accounts', { detail: accountDetail, elementLabelProp: 'display_name' })],
      showIf('enabled', true),
    ),
  ),
};
