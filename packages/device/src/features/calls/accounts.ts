import type { Desired } from '@berth/contract/device/messages';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { kioskReference } from '@berth/contract/profile/entries';
import { machineSettings } from '../../state/schema.ts';
import { accountLine } from './account-line.ts';

/** An account as the phone program is given it. */
export interface Account {
  /** Address of record without its scheme: user@host. */
  readonly id: string;
  readonly displayName: string;
  readonly domain: string;
  readonly user: string;
  readonly password: string;
  /** The account as the program is told it; holds the password. Null: it cannot be written so. */
  readonly line: string | null;
}

interface SipSettings {
  readonly user?: string;
  readonly display_name: string;
  readonly auth_pass?: string;
  readonly gateway?: string;
}

/**
 * The accounts of a machine: its own one first (spec chapter 3, flex and smartconference), then the profile's. Only
 * the profile's use the profile's gateway: it must not get a password that is not the profile's. None without the
 * phone's app. Kiosk mode shows one session and nothing else, so nothing rings there.
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

/** Escapes the user part of a SIP address (RFC 3261, 25.1); a number's # among them. */
function userPart(user: string): string {
  return user.replaceAll(/[^A-Za-z0-9\-_.!~*'()&=+$,?/]/gu, (character) =>
    encodeURIComponent(character.toWellFormed()),
  );
}

/**
 * The address that a typed number means for an account: a number or name at its gateway, unless it names another host.
 * Null: nothing can be called so.
 */
export function addressOf(typed: string, domain: string): string | null {
  const text = typed.trim().replace(/^sips?:/i, '');
  const [user = '', host, ...rest] = text.split('@');
  // Numbers are written with spaces, brackets and dashes.
  const plain = /^\+?[\d\s()/.\-*#]+$/.test(user) ? user.replaceAll(/[\s()/.-]/g, '') : user;
  if (plain === '' || rest.length > 0 || /[\s<>";]/.test(plain)) return null;
  if (host !== undefined && !/^[A-Za-z0-9.:[\]-]+$/.test(host)) return null;
  return `sip:${userPart(plain)}@${host ?? domain}`;
}

/** How a person dials an address: without the scheme, and without the host where it is the account's own. */
export function dialable(address: string, domain: string): string {
  const text = address.replace(/^sips?:/i, '').replace(/[;?].*$/, '');
  const [user = '', host] = text.split('@');
  const plain = unescaped(user);
  return host === undefined || host === domain ? plain : `${plain}@${host}`;
}

/** A caller chooses the address: one that is not validly escaped is shown as it is. */
function unescaped(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}
