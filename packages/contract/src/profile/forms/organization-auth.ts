import type { SettingsForm } from './form.ts';
import { column, controlsOf, enableIf, group, showIf } from './ui.ts';

const control = controlsOf('organization-auth');

/** Azure's history toggle can be changed only while the strategy is on (spec chapter 5). */
export const organizationAuthForm: SettingsForm = {
  target: 'organization-auth',
  configptr: '',
  uischema: column(
    group('form.organizationAuth.azure', [
      control('azure-ad/enabled'),
      control('azure-ad/tenant', { rule: showIf('azure-ad/enabled', true) }),
      control('azure-ad/user-history-enabled', { rule: enableIf('azure-ad/enabled', true) }),
    ]),
    group('form.organizationAuth.ldap', [
      control('ldap/enabled'),
      control('ldap/url', { rule: showIf('ldap/enabled', true) }),
      control('ldap/base-dn', { rule: showIf('ldap/enabled', true) }),
      control('ldap/user-attribute', { rule: showIf('ldap/enabled', true) }),
      control('ldap/bind-dn', { rule: showIf('ldap/enabled', true) }),
      control('ldap/bind-password', { rule: showIf('ldap/enabled', true) }),
      control('ldap/user-history-enabled'),
    ]),
    group('form.organizationAuth.productId', [control('product-id/user-history-enabled')]),
    group('form.organizationAuth.local', [control('local/enabled')]),
  ),
};
