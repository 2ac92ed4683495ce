import type { RdpSession } from '@berth/contract/profile/sessions';

/** What a remote desktop's login asks for: values from the profile, and what the user may change. */
export interface RdpPrompt {
  readonly user: string;
  readonly host: string;
  readonly hostFixed: boolean;
  readonly domain: string;
  readonly domainFixed: boolean;
  /** Whether to reconnect a lost connection; false if the profile disables it. */
  readonly reconnect: boolean;
  readonly reconnectFixed: boolean;
  /** Whether host and domain are visible right away. They always are when a host must be entered. */
  readonly advanced: boolean;
  readonly contact: string;
}

/** A session removed from the profile asks for everything. */
const GONE: RdpPrompt = {
  user: '',
  host: '',
  hostFixed: false,
  domain: '',
  domainFixed: false,
  reconnect: true,
  reconnectFixed: false,
  advanced: true,
  contact: '',
};

export function rdpPrompt(session: RdpSession | undefined): RdpPrompt {
  if (!session) return GONE;
  const { default_host: host, auto_reconn_enabled: reconnect } = session;
  return {
    user: session.default_user,
    host,
    // A fixed empty host could never be reached.
    hostFixed: host !== '' && session.force_default_host,
    domain: session.default_logon_domain,
    domainFixed: session.force_default_logon_domain,
    reconnect,
    reconnectFixed: !reconnect || session.force_auto_reconn_enabled,
    advanced: host === '' || session.always_show_advanced_tab,
    contact: session.admin_contact,
  };
}
