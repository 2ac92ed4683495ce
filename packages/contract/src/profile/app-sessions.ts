import { instantiate } from '../apps/instantiate.ts';
import { AppInstance, KNOWN_INSTANCES } from './app-instances.ts';
import { applyDefaults } from './defaults.ts';
import type { ProfileDefinition } from './definition.ts';
import type { WebappSession } from './sessions.ts';

/** One app's instance, complete: an app that was only enabled works with its defaults. */
export function appInstanceOf(definition: ProfileDefinition, app: string): AppInstance {
  const { instances } = definition.thinhoc.apps;
  const schema = (Object.hasOwn(KNOWN_INSTANCES, app) && KNOWN_INSTANCES[app]) || AppInstance;
  const given = Object.hasOwn(instances, app) ? instances[app] : {};
  return applyDefaults(schema, { settings: {}, ...given }) as AppInstance;
}

/** Keys of the apps that are on: enabled, and their instance not switched off. In the order of the enabled list. */
export function activeApps(definition: ProfileDefinition): string[] {
  return definition.thinhoc.apps.enabled.filter((app) => appInstanceOf(definition, app).enabled);
}

/**
 * An active app's webapp sessions by position, those of its first instance before those of further ones; undefined where
 * the settings make no address.
 */
export function appSessions(definition: ProfileDefinition, app: string): (WebappSession | undefined)[] {
  const { installed } = definition.thinhoc.apps;
  const template = Object.hasOwn(installed, app) ? installed[app]?.template : undefined;
  if (!template) return [];
  const first = appInstanceOf(definition, app);
  return [first, ...(first.further ?? [])].flatMap(({ name, settings }) =>
    instantiate(template, settings).map((session) => session && named(session, name)),
  );
}

function named(session: WebappSession, name: string | undefined): WebappSession {
  return name ? { ...session, display_name: name, window_title: name } : session;
}
