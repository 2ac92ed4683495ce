/** Forms for data outside a profile: a machine's, and the organization's. */
import type { MachineContext, OrganizationAuth } from '../outside-profile.ts';
import type { SettingsForm } from './form.ts';
import { column, fieldsOf, group, type UiElement } from './ui.ts';

type PhoneAndCalendar = MachineContext['machine']['flex'];
const machine = fieldsOf<PhoneAndCalendar>('machine-settings');

/** The texts of the profile's accounts. */
function account(field: keyof PhoneAndCalendar['sip']): UiElement {
  return machine.control(`sip/${field}`, {
    i18n: `profile.sip-account.${field}`,
    rule: machine.showIf('sip/enabled', true),
  });
}

/** One form for both deployments (spec chapter 3): the machine's phone and its room calendar. */
function machineForm(deployment: 'flex' | 'smartconference'): SettingsForm {
  return {
    target: 'machine-context',
    configptr: `/machine/${deployment}`,
    uischema: column(
      group('form.machine.phone', [
        machine.control('sip/enabled'),
        account('display_name'),
        account('user'),
        account('auth_pass'),
        account('gateway'),
      ]),
      group('form.machine.calendar', [
        machine.control('calendar_integration/url'),
        machine.control('calendar_integration/username'),
        machine.control('calendar_integration/password'),
      ]),
    ),
  };
}

export const flexForm = machineForm('flex');
export const smartconferenceForm = machineForm('smartconference');

const organizationAuth = fieldsOf<OrganizationAuth>('organization-auth');

/** Azure's history toggle is enabled only while the strategy is on (spec chapter 5). */
export const organizationAuthForm: SettingsForm = {
  target: 'organization-auth',
  configptr: '',
  uischema: column(
    group('form.organizationAuth.azure', [
      organizationAuth.control('azure-ad/enabled'),
      organizationAuth.control('azure-ad/tenant', { rule: organizationAuth.showIf('azure-ad/enabled', true) }),
      organizationAuth.control('azure-ad/user-history-enabled', {
        rule: organizationAuth.enableIf('azure-ad/enabled', true),
      }),
    ]),
    group('form.organizationAuth.ldap', [
      organizationAuth.control('ldap/enabled'),
      organizationAuth.control('ldap/url', { rule: organizationAuth.showIf('ldap/enabled', true) }),
      organizationAuth.control('ldap/base-dn', { rule: organizationAuth.showIf('ldap/enabled', true) }),
      organizationAuth.control('ldap/user-attribute', { rule: organizationAuth.showIf('ldap/enabled', true) }),
      organizationAuth.control('ldap/bind-dn', { rule: organizationAuth.showIf('ldap/enabled', true) }),
      organizationAuth.control('ldap/bind-password', { rule: organizationAuth.showIf('ldap/enabled', true) }),
      organizationAuth.control('ldap/user-history-enabled'),
    ]),
    group('form.organizationAuth.productId', [organizationAuth.control('product-id/user-history-enabled')]),
    group('form.organizationAuth.local', [organizationAuth.control('local/enabled')]),
  ),
};
