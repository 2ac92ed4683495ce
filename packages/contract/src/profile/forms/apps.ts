/** Forms of the product's own apps. */
import type { ProfileDefinition } from '../definition.ts';
import type { SettingsForm } from './form.ts';
import { column, fieldsOf, group, row } from './ui.ts';

type Thinhoc = ProfileDefinition['thinhoc'];

const apps = fieldsOf<Thinhoc['apps']>('profile.thinhoc.apps');

/** Which apps are on; their settings are in each app's own form. */
export const appManagerForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/apps',
  uischema: apps.control('enabled', { format: 'app-list' }),
};

const mirror = fieldsOf<Thinhoc['mirror']>('profile.thinhoc.mirror');

/** The mirroring app's form: smart reveals the time for which everyone is accepted (spec chapter 3). */
export const mirrorForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/mirror',
  uischema: column(
    group('form.mirror.features', [
      mirror.control('enabled_features/native'),
      mirror.control('enabled_features/airplay'),
    ]),
    group('form.mirror.connections', [
      mirror.control('moderated'),
      mirror.control('accept_new_connections', { format: 'radio' }),
    ]),
    group(
      'form.mirror.window',
      [
        mirror.control('auto_accept_timeout/enabled'),
        mirror.control('auto_accept_timeout/timeout', {
          unit: 'minutes',
          rule: mirror.showIf('auto_accept_timeout/enabled', true),
        }),
      ],
      mirror.showIf('accept_new_connections', 'smart'),
    ),
  ),
};

const sip = fieldsOf<Thinhoc['sip']>('profile.thinhoc.sip');
const account = fieldsOf<Thinhoc['sip']['accounts'][number]>('profile.sip-account');

const accountDetail = column(
  account.control('display_name'),
  row(account.control('user'), account.control('auth_pass')),
  account.control('gateway'),
);

/** The phone app's form. */
export const sipForm: SettingsForm = {
  target: 'definition',
  configptr: '/thinhoc/sip',
  uischema: column(
    sip.control('enabled'),
    group(
      'form.sip.accounts',
      [sip.control('gateway'), sip.control('accounts', { detail: accountDetail, elementLabelProp: 'display_name' })],
      sip.showIf('enabled', true),
    ),
  ),
};
