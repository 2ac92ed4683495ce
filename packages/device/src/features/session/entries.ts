import { createHash } from 'node:crypto';
import { activeApps, appSessions } from '@berth/contract/profile/app-sessions';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { ConfiguredSession, WindowReference } from '@berth/contract/profile/entries';
import type { SessionType } from '@berth/contract/profile/sessions';

/** A session of the profile with its name among them. */
export type Entry = ConfiguredSession & {
  /** The same for as long as it opens the same thing, whatever it is called and wherever it stands in its list. */
  readonly id: string;
  readonly index: number;
  readonly appInstance: string | null;
  readonly title: string;
};

type Found = ConfiguredSession & { readonly index: number; readonly appInstance: string | null };

/** Every session that the profile lets open: its own and those of its apps. Takes a complete definition. */
export function entriesOf(definition: ProfileDefinition): Entry[] {
  const { rdp, webbrowser, webapp } = definition.thinhoc.sessions;
  const own = { appInstance: null };
  const found: Found[] = [
    ...rdp.map((session, index): Found => ({ ...own, type: 'rdp', session, index })),
    ...webbrowser.map((session, index): Found => ({ ...own, type: 'webbrowser', session, index })),
    ...webapp.map((session, index): Found => ({ ...own, type: 'webapp', session, index })),
    ...activeApps(definition).flatMap((app) =>
      appSessions(definition, app).flatMap((session, index): Found[] =>
        session ? [{ type: 'webapp', session, index, appInstance: app }] : [],
      ),
    ),
  ];
  const twins = new Map<string, number>();
  return found.map((each) => {
    const name = nameOf(each);
    const twin = twins.get(name) ?? 0;
    twins.set(name, twin + 1);
    return { ...each, id: twin === 0 ? name : `${name}-${twin}`, title: titleOf(each) };
  });
}

/** The entry that a reference names. */
export function findEntry(entries: readonly Entry[], reference: WindowReference): Entry | undefined {
  const app = reference.app_instance || null;
  return entries.find(
    ({ type, index, appInstance }) =>
      type === reference.session_type && index === reference.session_index && appInstance === app,
  );
}

function nameOf({ appInstance, ...found }: Found): string {
  const hash = createHash('sha256')
    .update(`${appInstance ?? ''}\n${targetOf(found)}`)
    .digest('hex');
  return `${found.type satisfies SessionType}-${hash.slice(0, 12)}`;
}

// There is one free browser; the page it begins with may change.
function targetOf({ type, session }: ConfiguredSession): string {
  if (type === 'webbrowser') return '';
  return type === 'rdp' ? session.default_host : session.url;
}

function titleOf({ type, session }: ConfiguredSession): string {
  return (type === 'webbrowser' ? '' : session.window_title) || session.display_name;
}
