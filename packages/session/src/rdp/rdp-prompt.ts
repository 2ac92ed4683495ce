import type { RdpSession } from '@berth/contract/profile/sessions-rdp';

/** What a remote desktop's login asks for: what the profile fills in, and what a person may change of it. */
export interface RdpPrompt {
  readonly user: string;
  readonly host: string;
  readonly hostFixed: boolean;
  readonly domain: string;
  readonly domainFixed: boolean;
  /** A connection that is lost is made again; false where the profile does not want it. */
  readonly reconnect: boolean;
  readonly reconnectFixed: boolean;
  /** Host and domain are in sight at once. They are anyway when a host has to be typed. */
  readonly advanced: boolean;
  readonly contact: string;
}

/** A session that is gone from the profile asks for everything. */
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
    // A host that is fixed to nothing could never be reached.
    hostFixed: host !== '' && session.force_default_host,
    domain: session.default_logon_domain,
    domainFixed: session.force_default_logon_domain,
    reconnect,
    reconnectFixed: !reconnect || session.force_auto_reconn_enabled,
    advanced: host === '' || session.always_show_advanced_tab,
    contact: session.admin_contact,
  };
}
