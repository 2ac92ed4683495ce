import type { Deployment } from '../limits.ts';
import { activeApps } from '../profile/app-sessions.ts';
import type { ProfileDefinition } from '../profile/definition.ts';

/** The variant that an app needs. Apart from the catalog, which machines do not load. */
export const REQUIRED_DEPLOYMENTS: Readonly<Record<string, Deployment>> = { 'thinhoc::rdp-client': 'flex' };

/** Whether machines of a variant may use an app. */
export function isAppAllowed(app: string, deployment: Deployment): boolean {
  const required = Object.hasOwn(REQUIRED_DEPLOYMENTS, app) ? REQUIRED_DEPLOYMENTS[app] : undefined;
  return required === undefined || required === deployment;
}

/**
 * What machines of a variant may use of a complete definition: apps that are on, whose instance is not off, and that the
 * variant allows, which is what is billed; and widgets and remote desktops only where their app is one of these.
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
