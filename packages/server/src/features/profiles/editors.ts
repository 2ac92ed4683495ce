import { type ProfileEditor, reportEditor } from '@berth/contract/api/profiles';
import type { UserId } from '@berth/contract/ids';
import { EDITOR_LOST_MS } from '@berth/contract/limits';
import type { ProfileKey } from '../../gateway/ports.ts';
import { type Route, route } from '../../http/route.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from './errors.ts';
import { findProfile } from './store.ts';

/** A console page with a profile open. */
interface Page extends ProfileEditor {
  readonly userId: UserId;
  readonly page: string;
}

/** A page's report, sent to the other nodes. */
const EDITOR_REPORTED = 'profile.editor';
interface EditorReported extends Page {
  readonly key: ProfileKey;
  readonly leaves: boolean;
}

/** Maximum number of pages of a person that are kept for a profile; more are forgotten tabs. */
const PAGES_MAX = 10;

/** Who has which profile open, in memory. Nodes report their pages to each other. */
export interface Editors {
  report(key: ProfileKey, page: Page, leaves: boolean): void;
  /** The other people who have the profile open, each once, with the field of the page that reported last. */
  others(key: ProfileKey, userId: UserId): ProfileEditor[];
  /** Number of profiles that are kept: those with a recent report. */
  readonly size: number;
}

export function createEditors(bus: Pick<Bus, 'publish' | 'subscribe'>, clock: Clock): Editors {
  // By last report, so that those whose pages stopped reporting come first.
  const profiles = new Map<string, Map<string, Page & { readonly at: number }>>();
  const isLost = ({ at }: { readonly at: number }) => clock.now() - at > EDITOR_LOST_MS;

  function take(key: ProfileKey, { userId, email, page, field }: Page, leaves: boolean): void {
    const name = nameOf(key);
    const pages = profiles.get(name) ?? new Map();
    const id = `${userId} ${page}`;
    // Moved to the end: the last report is the newest.
    pages.delete(id);
    if (!leaves) pages.set(id, { userId, email, page, field, at: clock.now() });
    for (const [other, each] of pages) if (isLost(each)) pages.delete(other);
    const own = [...pages].filter(([, each]) => each.userId === userId);
    for (const [oldest] of own.slice(0, -PAGES_MAX)) pages.delete(oldest);
    profiles.delete(name);
    if (pages.size > 0) profiles.set(name, pages);
    forgetLost();
  }

  function forgetLost(): void {
    for (const [name, pages] of profiles) {
      if (![...pages.values()].every(isLost)) return;
      profiles.delete(name);
    }
  }

  bus.subscribe(
    EDITOR_REPORTED,
    (message) => {
      const { key, leaves, ...page } = message as EditorReported;
      take(key, page, leaves);
    },
    'other-nodes',
  );
  return {
    report(key, page, leaves) {
      take(key, page, leaves);
      bus.publish(EDITOR_REPORTED, { key, leaves, ...page } satisfies EditorReported);
    },
    others(key, userId) {
      const people = new Map<UserId, ProfileEditor>();
      for (const each of profiles.get(nameOf(key))?.values() ?? []) {
        if (each.userId === userId || isLost(each)) continue;
        // A page without focus is behind another.
        const field = each.field ?? people.get(each.userId)?.field ?? null;
        people.set(each.userId, { email: each.email, field });
      }
      return [...people.values()].sort((a, b) => a.email.localeCompare(b.email));
    },
    get size() {
      return profiles.size;
    },
  };
}

function nameOf({ organizationId, profileId }: ProfileKey): string {
  return `${organizationId} ${profileId}`;
}

export function reportEditorRoute({ editors }: { readonly editors: Editors }): Route {
  return route(reportEditor, async ({ params, body, caller, tx, organizationId, afterCommit }) => {
    const key = { organizationId, profileId: params.id };
    if (!(await findProfile(tx, key))) throw notFound();
    const { page, field, leaves = false } = body;
    const { userId, email } = caller;
    // A program with an API key edits nothing by hand.
    if (!caller.apiKey) afterCommit(() => editors.report(key, { userId, email, page, field }, leaves));
    return editors.others(key, userId);
  });
}
