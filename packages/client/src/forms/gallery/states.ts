import { defaultDefinition } from '@berth/contract/profile/defaults';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { SECRET_MASK } from '@berth/contract/profile/secrets';
import { FULL_DEFINITION } from '@berth/contract/testing/full-definition';

/** What a form can be seen with. */
export const STATES = ['empty', 'full', 'faulty', 'many', 'readonly'] as const;
export type State = (typeof STATES)[number];

type Target = Record<string, unknown>;

const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The values of each target in a state. */
export function targetsIn(
  state: State,
): Readonly<Record<'definition' | 'machine-context' | 'organization-auth', Target>> {
  return {
    definition: definitionIn(state) as unknown as Target,
    'machine-context': state === 'empty' ? { machine: {} } : { machine: { flex: phone, smartconference: phone } },
    'organization-auth': state === 'empty' ? {} : organizationAuth,
  };
}

function definitionIn(state: State): ProfileDefinition {
  // The definition's own pictures are valid by the schema's pattern only.
  const shown = JSON.stringify(FULL_DEFINITION).replaceAll(/data:image\/[^"]+/g, PICTURE);
  const full: ProfileDefinition = JSON.parse(shown);
  if (state === 'empty') return defaultDefinition();
  full.system.network.vpn.openvpn.config = SECRET_MASK;
  full.system.network.wifi.hotspot.password = SECRET_MASK;
  full.thinhoc.customization.disable_status_bar = false;
  if (state === 'many') return withManySessions(full);
  return state === 'faulty' ? withFaults(full) : full;
}

function withManySessions(full: ProfileDefinition): ProfileDefinition {
  const [first] = full.thinhoc.sessions.rdp;
  if (first) {
    full.thinhoc.sessions.rdp = Array.from({ length: 20 }, (_, index) => ({
      ...first,
      display_name: `${first.display_name} ${index + 1}`,
    }));
  }
  return full;
}

function withFaults(full: ProfileDefinition): ProfileDefinition {
  const { customization, sessions, screensaver, sip } = full.thinhoc;
  customization.color_primary = '#12';
  customization.keyboard_layouts = [];
  customization.wifi_hint.password = 'short';
  customization.custom_ping_indicators = [{ name: '', host: 'not a host' }];
  screensaver.show_after = 3;
  screensaver.slides = [{ type: 'image', title: '', content: '' }];
  for (const session of [...sessions.webapp, ...sessions.webbrowser]) session.url = 'wiki';
  for (const session of sessions.rdp) session.default_host = 'no host';
  for (const account of sip.accounts) delete account.user;
  full.system.network.dns.servers4 = ['192.0.2.53', '300.1.1.1'];
  full.system.auth['auto-login-timeout'] = 0;
  full.system.network.wifi = { ...full.system.network.wifi, mode: 'client' };
  delete full.system.network.wifi.client.ssid;
  return full;
}

const phone = {
  sip: { enabled: true, display_name: 'Room 3.14', user: '314', auth_pass: SECRET_MASK, gateway: 'sip.example.org' },
  calendar_integration: { url: 'https://calendar.example.org/', username: 'room-314@example.org' },
};

const organizationAuth = {
  'azure-ad': { enabled: true, tenant: 'example.org', 'user-history-enabled': true },
  ldap: { enabled: true, url: 'ldaps://ldap.example.org', 'base-dn': 'ou=people,dc=example,dc=org' },
};
