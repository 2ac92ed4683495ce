import type { Desired } from '@berth/contract/device/messages';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { kioskReference } from '@berth/contract/profile/entries';
import { machineSettings } from '../../state/schema.ts';
import { accountLine } from './account-line.ts';

/** An account of the phone program. */
export interface Account {
  /** Address of record without the scheme: user@host. */
  readonly id: string;
  readonly displayName: string;
  readonly domain: string;
  readonly user: string;
  readonly password: string;
  /** baresip's account line, which contains the password. Null: the values cannot be written in one. */
  readonly line: string | null;
}

interface SipSettings {
  readonly user?: string;
  readonly display_name: string;
  readonly auth_pass?: string;
  readonly gateway?: string;
}

/**
 * The machine's phone accounts: its own one first (spec chapter 3, flex and smartconference), then the profile's. Only
 * the profile's accounts use the profile's gateway, which must not receive the machine's own password. None if the
 * phone app is disabled, or in kiosk mode, which cannot show a call.
 */
export function accountsOf(definition: ProfileDefinition, desired: Pick<Desired, 'context' | 'deployment'>): Account[] {
  const { sip, apps } = definition.thinhoc;
  if (kioskReference(definition) || !apps.enabled.includes('thinhoc::sip-client')) return [];
  const own = machineSettings(desired.context)[desired.deployment]?.sip;
  const profile = sip.enabled ? sip.accounts : [];
  const found = [
    ...(own?.enabled ? accountOf(own) : []),
    ...profile.flatMap((settings) => accountOf(settings, sip.gateway)),
  ];
  return found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
}

function accountOf(settings: SipSettings, gateway = ''): Account[] {
  const { user = '', auth_pass = '', display_name } = settings;
  const domain = settings.gateway || gateway;
  if (user === '' || domain === '') return [];
  const id = `${userPart(user)}@${domain}`;
  const line = accountLine({ id, displayName: display_name, user, password: auth_pass });
  return [{ id, displayName: display_name || user, domain, user, password: auth_pass, line }];
}

/** Escapes the user part of a SIP address (RFC 3261, 25.1), including # in numbers. */
function userPart(user: string): string {
  return user.replaceAll(/[^A-Za-z0-9\-_.!~*'()&=+$,?/]/gu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  );
}

/**
 * The SIP address for a dialed number or name: at the account's gateway, unless it names another host. Null if it is
 * not dialable.
 */
export function addressOf(typed: string, domain: string): string | null {
  const text = typed.trim().replace(/^sips?:/i, '');
  const [user = '', host, ...rest] = text.split('@');
  // Users write numbers with spaces, brackets, and dashes.
  const plain = /^\+?[\d\s()/.\-*#]+$/.test(user) ? user.replaceAll(/[\s()/.-]/g, '') : user;
  if (plain === '' || rest.length > 0 || /[\s<>";]/.test(plain)) return null;
  if (host !== undefined && !/^[A-Za-z0-9.:[\]-]+$/.test(host)) return null;
  return `sip:${userPart(plain)}@${host ?? domain}`;
}

/** The dialable form of an address: without the scheme, and without the host if it is the account's own. */
export function dialable(address: string, domain: string): string {
  const text = address.replace(/^sips?:/i, '').replace(/[;?].*$/, '');
  const [user = '', host] = text.split('@');
  const plain = unescaped(user);
  return host === undefined || host === domain ? plain : `${plain}@${host}`;
}

/** Callers choose their address: invalid escaping is shown unchanged. */
function unescaped(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}
