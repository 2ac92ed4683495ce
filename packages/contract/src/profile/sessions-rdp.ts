import type Type from 'typebox';
import { RequiredIcon } from './icon.ts';
import { flag, item, list } from './schema.ts';
import { certificates, hostOrNothing, line, name } from './texts.ts';

/**
 * A remote desktop (spec chapter 3, rdp item). There is no password in it: the person types it when connecting. A
 * `default_…` fills the field, the `force_…` beside it keeps the person from changing it.
 */
export const RdpSession = item({
  display_name: name(128),
  icon: RequiredIcon,
  window_title: line(256, { default: '' }),
  always_show_advanced_tab: flag(false),
  admin_contact: line(256, { default: '' }),
  default_host: hostOrNothing(),
  force_default_host: flag(false),
  default_logon_domain: line(256, { default: '' }),
  force_default_logon_domain: flag(false),
  default_user: line(256, { default: '' }),
  auto_reconn_enabled: flag(true),
  force_auto_reconn_enabled: flag(false),
  drive_hotplug_enabled: flag(false),
  multi_display_enabled: flag(false),
  smartcards_enabled: flag(false),
  fullscreen_enabled: flag(true),
  // Beyond the specification: what a certificate is trusted by that no public authority has signed.
  certificate_fingerprint: line(95, { default: '', pattern: 'fingerprint' }),
  certificate_authority: certificates(),
});
export type RdpSession = Type.Static<typeof RdpSession>;

export const RdpSessions = list(RdpSession, { maxItems: 64 });
