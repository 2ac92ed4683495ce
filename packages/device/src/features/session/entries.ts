import { createHash } from 'node:crypto';
import type { OpenSession } from '@berth/contract/bridge/methods';
import type { ProfileDefinition } from '@berth/contract/profile/definition';

export type SessionType = OpenSession['session_type'];
type Sessions = ProfileDefinition['thinhoc']['sessions'];

/** What a tile of the home screen opens. */
export type Entry = EntryOf<'webapp'> | EntryOf<'webbrowser'> | EntryOf<'rdp'>;

interface EntryOf<Type extends SessionType> {
  /** The same for as long as it opens the same thing, whatever it is called and wherever it stands in its list. */
  readonly id: string;
  readonly type: Type;
  readonly index: number;
  readonly appInstance: string | null;
  readonly title: string;
  readonly item: Sessions[Type][number];
}

/** How the page, autostart and kiosk mode name an entry. */
export interface SessionReference {
  readonly session_type: SessionType;
  readonly session_index: number;
  readonly app_instance?: string | null | undefined;
}

/** Every session of a profile, in the order of its lists. */
export function entriesOf({ thinhoc: { sessions } }: ProfileDefinition): Entry[] {
  const seen = new Map<string, number>();
  const identify = (type: SessionType, target: string): string => {
    const hash = createHash('sha256').update(`${type}\n${target}`).digest('hex').slice(0, 12);
    const twin = seen.get(hash) ?? 0;
    seen.set(hash, twin + 1);
    return `${type}-${hash}${twin === 0 ? '' : `-${twin}`}`;
  };
  const common = { appInstance: null };
  return [
    ...sessions.webapp.map((item, index): Entry => {
      const title = item.window_title || item.display_name;
      return { ...common, id: identify('webapp', item.url), type: 'webapp', index, title, item };
    }),
    ...sessions.webbrowser.map((item, index): Entry => {
      return { ...common, id: identify('webbrowser', ''), type: 'webbrowser', index, title: item.display_name, item };
    }),
    ...sessions.rdp.map((item, index): Entry => {
      const title = item.window_title || item.display_name;
      return { ...common, id: identify('rdp', item.default_host), type: 'rdp', index, title, item };
    }),
  ];
}

/** The entry that a reference names. */
export function findEntry(entries: readonly Entry[], reference: SessionReference): Entry | undefined {
  return entries.find(
    ({ type, index, appInstance }) =>
      type === reference.session_type &&
      index === reference.session_index &&
      appInstance === (reference.app_instance ?? null),
  );
}
