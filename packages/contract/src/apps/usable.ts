import type { Deployment } from '../limits.ts';
import { AppInstance, KNOWN_INSTANCES } from '../profile/app-instances.ts';
import { applyDefaults } from '../profile/defaults.ts';
import type { ProfileDefinition } from '../profile/definition.ts';
import type { WebappSession } from '../profile/sessions.ts';
import { instantiate } from './instantiate.ts';

/** The variant that an app requires. Separate from the catalog, which machines do not load. */
export const REQUIRED_DEPLOYMENTS: Readonly<Record<string, Deployment>> = { 'thinhoc::rdp-client': 'flex' };

/** Whether machines of a variant may use an app. */
export function isAppAllowed(app: string, deployment: Deployment): boolean {
  const required = Object.hasOwn(REQUIRED_DEPLOYMENTS, app) ? REQUIRED_DEPLOYMENTS[app] : undefined;
  return required === undefined || required === deployment;
}

/**
 * The part of a complete definition that machines of a variant can use: apps that are on, whose instance is not off,
 * and that the variant allows, which are billed; widgets and remote desktops only if their app is one of these.
 */
export function usableDefinition(definition: ProfileDefinition, deployment: Deployment): ProfileDefinition {
  const { thinhoc } = definition;
  const enabled = activeApps(definition).filter((app) => isAppAllowed(app, deployment));
  const { customization, sessions } = thinhoc;
  const hasWidgets = enabled.includes('thinhoc::dashboard');
  const dashboard = hasWidgets ? customization.dashboard : { ...customization.dashboard, layouts: [] };
  const rdp = enabled.includes('thinhoc::rdp-client') ? sessions.rdp : [];
  return {
    ...definition,
    thinhoc: {
      ...thinhoc,
      apps: { ...thinhoc.apps, enabled },
      customization: { ...customization, dashboard },
      sessions: { ...sessions, rdp },
    },
  };
}

/** One app's instance with defaults: an app that was only enabled has none in the definition. */
function appInstanceOf(definition: ProfileDefinition, app: string): AppInstance {
  const { instances } = definition.thinhoc.apps;
  const schema = (Object.hasOwn(KNOWN_INSTANCES, app) && KNOWN_INSTANCES[app]) || AppInstance;
  const given = Object.hasOwn(instances, app) ? instances[app] : {};
  return applyDefaults(schema, { settings: {}, ...given }) as AppInstance;
}

/** Keys of the apps that are on: enabled, and their instance not turned off. In the order of the enabled list. */
export function activeApps(definition: ProfileDefinition): string[] {
  return definition.thinhoc.apps.enabled.filter((app) => appInstanceOf(definition, app).enabled);
}

/**
 * An active app's webapp sessions by position, those of its first instance before those of further ones; undefined
 * for a session without a valid URL.
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
