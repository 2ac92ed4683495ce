import { createHash } from 'node:crypto';
import { applyDefaults } from '@berth/contract/profile/defaults';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { WindowReference } from '@berth/contract/profile/entries';
import { type OpenableSession, openableSessions } from '@berth/contract/profile/openable';
import { WebappSession } from '@berth/contract/profile/sessions';

/** A session of the profile with its display name. */
export type Entry = OpenableSession & {
  /** Short enough for window classes and folder names. */
  readonly id: string;
};

/** All sessions in the profile: its own and those of its apps. Requires a definition with defaults applied. */
export function entriesOf(definition: ProfileDefinition): Entry[] {
  return openableSessions(definition).map((session) => ({ ...session, id: nameOf(session) }));
}

/** The entry that a reference names. */
export function findEntry(entries: readonly Entry[], reference: WindowReference): Entry | undefined {
  const app = reference.app_instance || null;
  return entries.find(
    ({ type, index, appInstance }) =>
      type === reference.session_type && index === reference.session_index && appInstance === app,
  );
}

/** A page that is not in the profile, in a window like a web app's. */
export function pageEntry(url: string, title: string): Entry {
  const name = title || new URL(url).hostname;
  const session = applyDefaults(WebappSession, { url, display_name: name, window_title: name });
  const found = {
    type: 'webapp' as const,
    session,
    index: 0,
    appInstance: 'page',
    title: name,
    identity: `page\n${url}`,
  };
  return { ...found, id: nameOf(found) };
}

function nameOf({ type, identity }: OpenableSession): string {
  return `${type}-${createHash('sha256').update(identity).digest('hex').slice(0, 12)}`;
}
