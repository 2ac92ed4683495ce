import type { SettingsForm } from './form.ts';
import { column, controlsOf, group } from './ui.ts';

const control = controlsOf('profile.system.network');

export const dnsForm: SettingsForm = {
  target: 'definition',
  configptr: '/system/network',
  uischema: column(
    group('form.dns.servers', [control('dns/servers4'), control('dns/servers6')]),
    group('form.dns.domains', [control('search-domains')]),
  ),
};
