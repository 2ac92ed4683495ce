import { randomUUID } from 'node:crypto';
import type { Desired } from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';

type Profile = NonNullable<Desired['profile']>;

/** A desired state with a profile of this definition. */
export function desiredWith(definition: Record<string, unknown>, profile: Partial<Profile> = {}): Desired {
  return {
    organizationId: randomUUID() as OrganizationId,
    organizationName: 'Harbor',
    machineName: 'Reception',
    deployment: 'vanilla',
    contextRevision: 0,
    context: {},
    profile: { id: randomUUID() as ProfileId, name: 'Office', revision: 1, definition, ...profile },
  };
}

/** A definition with these web apps. */
export function webapps(...items: readonly { display_name: string; url: string; window_title?: string }[]) {
  return { thinhoc: { sessions: { webapp: items.map((item) => ({ window_title: item.display_name, ...item })) } } };
}
