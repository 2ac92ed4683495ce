import type Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { FULL_DEFINITION } from '../testing/full-definition.ts';
import { validator } from '../testing/rule-table.ts';
import { applyDefaults, defaultDefinition } from './defaults.ts';
import { ProfileDefinition } from './definition.ts';
import { isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { MachineContext, OrganizationAuth } from './outside-profile.ts';
import { pointerKeys } from './pointer.ts';

interface Entity {
  readonly entity: string;
  readonly at: string;
  /** The fields of spec chapter 3. */
  readonly fields: string;
  /** Our additions. */
  readonly added?: string;
}

const custom = '/thinhoc/customization';
const layout = `${custom}/dashboard/layouts/0/layout/0`;

const definitionEntities: readonly Entity[] = [
  { entity: 'definition', at: '', fields: 'version system thinhoc' },
  {
    entity: 'system',
    at: '/system',
    fields: 'auth network customization accessibility',
    added: 'remote clock displays updates',
  },
  {
    entity: 'thinhoc',
    at: '/thinhoc',
    fields: 'apps autostart kiosk sessions sip mirror customization screensaver',
  },
  {
    entity: 'system.auth',
    at: '/system/auth',
    fields: 'mode auto-login-timeout closeSessionsOnLogout renew_OTCs_on_sessions_logout localSessionTimeout',
    added: 'settings_access',
  },
  { entity: 'localSessionTimeout', at: '/system/auth/localSessionTimeout', fields: 'enabled timeout actionOnTimeout' },
  { entity: 'system.network', at: '/system/network', fields: 'dns search-domains wifi', added: 'vpn' },
  { entity: 'dns', at: '/system/network/dns', fields: 'servers4 servers6' },
  { entity: 'wifi', at: '/system/network/wifi', fields: 'mode client hotspot localRegulations' },
  { entity: 'wifi client', at: '/system/network/wifi/client', fields: 'use_system_settings ssid password' },
  { entity: 'wifi hotspot', at: '/system/network/wifi/hotspot', fields: 'ssid_use_devname ssid password' },
  { entity: 'system.customization', at: '/system/customization', fields: 'global-dark-theme' },
  { entity: 'system.accessibility', at: '/system/accessibility', fields: 'osk_enabled' },
  { entity: 'system.clock', at: '/system/clock', fields: '', added: 'time_zone' },
  {
    entity: 'system.displays',
    at: '/system/displays',
    fields: '',
    added: 'arrangement home_monitor sessions rotation change_at_machine',
  },
  {
    entity: 'system.updates',
    at: '/system/updates',
    fields: '',
    added: 'version any_time from until download_limit',
  },
  { entity: 'thinhoc.apps', at: '/thinhoc/apps', fields: 'enabled installed instances' },
  { entity: 'app definition', at: '/thinhoc/apps/installed/a::b', fields: 'build template' },
  {
    entity: 'webapp session of an app',
    at: '/thinhoc/apps/installed/a::b/template/thinhoc/sessions/webapp/0',
    fields: 'type hide_app_item_icon window_title display_name url disablePinchToZoom icon',
  },
  {
    entity: 'video-conference instance',
    at: '/thinhoc/apps/instances/thinhoc::video-conference/settings',
    fields: 'PROTOCOL SERVER_NAME ROOM',
  },
  {
    entity: 'autostart entry',
    at: '/thinhoc/autostart/0',
    fields: 'session_type session_index',
    added: 'app_instance',
  },
  { entity: 'kiosk', at: '/thinhoc/kiosk', fields: 'session_type session_index', added: 'app_instance' },
  { entity: 'sessions by type', at: '/thinhoc/sessions', fields: 'rdp webbrowser webapp' },
  {
    entity: 'rdp item',
    at: '/thinhoc/sessions/rdp/0',
    fields:
      'display_name icon window_title always_show_advanced_tab admin_contact default_host force_default_host ' +
      'default_logon_domain force_default_logon_domain default_user auto_reconn_enabled force_auto_reconn_enabled ' +
      'drive_hotplug_enabled multi_display_enabled smartcards_enabled fullscreen_enabled',
    added: 'certificate_fingerprint certificate_authority',
  },
  {
    entity: 'webbrowser item',
    at: '/thinhoc/sessions/webbrowser/0',
    fields:
      'display_name icon url content_filter_lists enable_caret_browsing search_engine_providers ' +
      'default_search_engine use_google_search_suggestions disable_context_menu enable_adblock ' +
      'enable_tracking_prevention enable_google_safe_browsing custom_user_agent',
  },
  {
    entity: 'search engine provider',
    at: '/thinhoc/sessions/webbrowser/0/search_engine_providers/0',
    fields: 'url bang name',
  },
  {
    entity: 'webapp item',
    at: '/thinhoc/sessions/webapp/0',
    fields: 'display_name icon hide_app_item_icon window_title url disablePinchToZoom',
  },
  {
    entity: 'icon',
    at: '/thinhoc/sessions/webapp/0/icon',
    fields: 'index type image symbol symbol_color background_color',
  },
  { entity: 'thinhoc.sip', at: '/thinhoc/sip', fields: 'enabled gateway accounts' },
  { entity: 'SIP account', at: '/thinhoc/sip/accounts/0', fields: 'user display_name auth_pass gateway' },
  {
    entity: 'thinhoc.mirror',
    at: '/thinhoc/mirror',
    fields: 'enabled_features accept_new_connections auto_accept_timeout',
    added: 'moderated',
  },
  { entity: 'mirror features', at: '/thinhoc/mirror/enabled_features', fields: 'native airplay' },
  { entity: 'auto_accept_timeout', at: '/thinhoc/mirror/auto_accept_timeout', fields: 'enabled timeout' },
  {
    entity: 'customization',
    at: custom,
    fields:
      'show_linkup show_inetup show_nameresup dashboard info_section_content custom_ping_indicators ' +
      'keyboard_layouts disable_status_bar hide_status_bar_by_default audioControllersInStatusBar ' +
      'delimitersBetweenAppSets color_primary color_secondary scaling_factors logo custom_background_enabled ' +
      'custom_background custom_background_blured wifi_hint',
  },
  { entity: 'dashboard', at: `${custom}/dashboard`, fields: 'height autoplay layouts' },
  { entity: 'dashboard autoplay', at: `${custom}/dashboard/autoplay`, fields: 'enabled duration' },
  { entity: 'dashboard layout', at: `${custom}/dashboard/layouts/0`, fields: 'name layout' },
  { entity: 'ping indicator', at: `${custom}/custom_ping_indicators/0`, fields: 'name host' },
  {
    entity: 'scaling factors',
    at: `${custom}/scaling_factors`,
    fields: 'ui_scaling_factor text_scaling_factor',
  },
  { entity: 'wifi hint', at: `${custom}/wifi_hint`, fields: 'ssid password' },
  {
    entity: 'screensaver',
    at: '/thinhoc/screensaver',
    fields: 'enabled fullscreen bring_to_foreground duration show_after slides',
  },
  {
    entity: 'slide',
    at: '/thinhoc/screensaver/slides/0',
    fields: 'type title content image duration',
    added: 'video',
  },
  { entity: 'button widget', at: `${layout}/widget/button`, fields: 'text icon action' },
  { entity: 'button action', at: `${layout}/widget/button/action`, fields: 'type system webhook' },
  { entity: 'system action', at: `${layout}/widget/button/action/system`, fields: 'action arguments' },
  { entity: 'webhook action', at: `${layout}/widget/button/action/webhook`, fields: 'type url headers' },
  { entity: 'webhook header', at: `${layout}/widget/button/action/webhook/headers/0`, fields: 'key value' },
  { entity: 'image widget', at: `${layout}/widget/image`, fields: 'src' },
  { entity: 'QR widget', at: `${layout}/widget/qr`, fields: 'title type text_context' },
  { entity: 'text widget', at: `${layout}/widget/text`, fields: 'text' },
];

const machineEntities: readonly Entity[] = ['flex', 'smartconference'].flatMap((deployment) => [
  { entity: `${deployment} machine`, at: `/machine/${deployment}`, fields: 'sip calendar_integration' },
  {
    entity: `${deployment} sip`,
    at: `/machine/${deployment}/sip`,
    fields: 'enabled display_name user auth_pass gateway',
  },
  {
    entity: `${deployment} calendar`,
    at: `/machine/${deployment}/calendar_integration`,
    fields: 'username',
    added: 'url password',
  },
]);

const authEntities: readonly Entity[] = [
  { entity: 'azure-ad strategy', at: '/azure-ad', fields: 'enabled tenant user-history-enabled' },
  {
    entity: 'ldap strategy',
    at: '/ldap',
    fields: 'enabled user-history-enabled',
    added: 'url base-dn user-attribute bind-dn bind-password',
  },
  { entity: 'product-ID strategy', at: '/product-id', fields: 'enabled user-history-enabled' },
  { entity: 'local strategy', at: '/local', fields: 'enabled' },
];

function fieldsAt(schema: Type.TSchema, pointer: string): string[] {
  const node = pointerKeys(pointer).reduce<SchemaNode>((each, key) => {
    const { properties, items, additionalProperties } = each;
    const inner = (isObject(properties) && properties[key]) || items || additionalProperties;
    return isObject(inner) ? inner : {};
  }, nodeOf(schema));
  return Object.keys(isObject(node.properties) ? node.properties : {});
}

const words = (list = '') => list.split(' ').filter(Boolean);

describe.each([
  { format: 'the profile definition', schema: ProfileDefinition, entities: definitionEntities },
  { format: "a machine's context", schema: MachineContext, entities: machineEntities },
  { format: "an organization's login settings", schema: OrganizationAuth, entities: authEntities },
])('$format', ({ schema, entities }) => {
  it.each(entities)('has every field of $entity, and no others but our additions', ({ at, fields, added }) => {
    expect(fieldsAt(schema, at).sort()).toEqual([...words(fields), ...words(added)].sort());
  });
});

describe('a definition with every field set', () => {
  it('is valid and stays unchanged', () => {
    expect(validator(ProfileDefinition)(FULL_DEFINITION)).toEqual([]);
    expect(applyDefaults(ProfileDefinition, FULL_DEFINITION)).toEqual(FULL_DEFINITION);
  });

  it('shares no value with the default definition', () => {
    const defaults = leavesOf(defaultDefinition());
    const same = [...leavesOf(FULL_DEFINITION)].filter(([path, value]) => defaults.get(path) === value);
    expect(same).toEqual([]);
  });
});

function leavesOf(value: unknown, path = ''): Map<string, unknown> {
  if (typeof value !== 'object' || value === null) return new Map([[path, value]]);
  return new Map(Object.entries(value).flatMap(([key, inner]) => [...leavesOf(inner, `${path}/${key}`)]));
}
