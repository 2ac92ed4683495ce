import { type Fields, fieldsAt, flagOf, listOf, textOf } from './fields.ts';

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

/** @param index the session's position in the profile's list. */
export function rdpPrompt(definition: Fields, index: number): RdpPrompt {
  const session = listOf(fieldsAt(definition, 'thinhoc', 'sessions'), 'rdp')[index] ?? {};
  const host = textOf(session, 'default_host');
  const reconnect = flagOf(session, 'auto_reconn_enabled', true);
  return {
    user: textOf(session, 'default_user'),
    host,
    // A host that is fixed to nothing could never be reached.
    hostFixed: host !== '' && flagOf(session, 'force_default_host', false),
    domain: textOf(session, 'default_logon_domain'),
    domainFixed: flagOf(session, 'force_default_logon_domain', false),
    reconnect,
    reconnectFixed: !reconnect || flagOf(session, 'force_auto_reconn_enabled', false),
    advanced: host === '' || flagOf(session, 'always_show_advanced_tab', false),
    contact: textOf(session, 'admin_contact'),
  };
}
