/** Emails about what happens while nobody watches: what they are about, and who gets them. */
import type { Warning } from '../api/fleet.ts';
import { type Permission, type Role, roleMay } from './permissions.ts';

export const ALERT_TOPICS = ['machines', 'rollouts', 'credits'] as const;
export type AlertTopic = (typeof ALERT_TOPICS)[number];

/** What an email about machines reports. The other warnings are usual for a while, such as a pending reboot. */
export const MACHINE_ALERTS = ['down', 'cloned', 'faulty', 'away'] as const satisfies readonly Warning[];
export type MachineAlert = (typeof MACHINE_ALERTS)[number];

/** The permission to read in the console what an email says. */
const NEEDED: Readonly<Record<AlertTopic, Permission>> = {
  machines: 'machine.read',
  rollouts: 'profile.read',
  credits: 'billing.read',
};

/** The topics that a role may get. */
export function alertTopicsOf(role: Role): AlertTopic[] {
  return ALERT_TOPICS.filter((topic) => roleMay(role, NEEDED[topic]));
}

/** The topics that a member gets: the owner gets all until choosing otherwise, so that somebody learns of a problem. */
export function alertsOf(role: Role, chosen: readonly AlertTopic[] | null): AlertTopic[] {
  const wanted = chosen ?? (role === 'owner' ? ALERT_TOPICS : []);
  return alertTopicsOf(role).filter((topic) => wanted.includes(topic));
}

/** A link's query parameter with the organization in which the console opens it, whichever was active before. */
export const ORGANIZATION_PARAMETER = 'organization';
