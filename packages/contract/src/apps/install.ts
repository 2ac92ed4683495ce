import type { Deployment } from '../limits.ts';
import type { ProfileDefinition } from '../profile/definition.ts';
import type { AppCatalogEntry } from './entry.ts';

/** `thinhoc` is the category of the product's own apps; the App Catalog shows them as "other" (spec chapters 2 and 3). */
export const APP_CATEGORIES = ['communication', 'collaboration', 'thinhoc'] as const;
export type AppCategory = (typeof APP_CATEGORIES)[number];

type Apps = ProfileDefinition['thinhoc']['apps'];

/**
 * The definition with the app turned on: enabled, with its template copied in. An existing instance keeps its settings;
 * a missing one means the app's defaults, so none is created unless the catalog has it off by default.
 */
export function enableApp(definition: ProfileDefinition, app: string, entry: AppCatalogEntry): ProfileDefinition {
  const { enabled, installed, instances } = definition.thinhoc.apps;
  return withApps(definition, {
    enabled: enabled.includes(app) ? enabled : [...enabled, app],
    installed: { ...installed, [app]: structuredClone(entry.definition) },
    instances: startedInstances(instances, app, entry),
  });
}

/** The definition with the app turned off. Its settings are kept. */
export function disableApp(definition: ProfileDefinition, app: string): ProfileDefinition {
  const { enabled, installed, instances } = definition.thinhoc.apps;
  const { [app]: _, ...others } = installed;
  return withApps(definition, { enabled: enabled.filter((each) => each !== app), installed: others, instances });
}

function startedInstances(instances: Apps['instances'], app: string, entry: AppCatalogEntry): Apps['instances'] {
  const own = Object.hasOwn(instances, app) ? instances[app] : undefined;
  if (own) return { ...instances, [app]: { ...own, enabled: true } };
  return entry.defaultInstances.enabled ? instances : { ...instances, [app]: { enabled: false, settings: {} } };
}

function withApps(definition: ProfileDefinition, apps: Apps): ProfileDefinition {
  return { ...definition, thinhoc: { ...definition.thinhoc, apps } };
}

/** An app's price on one machine: credits per 30 days; 0 if free or included. */
export function appPrice({ pricing }: AppCatalogEntry, deployment: Deployment): number {
  return pricing.type === 'free' || pricing.deploymentsIncluded.includes(deployment) ? 0 : pricing.amount;
}

/** Whether the app is available on machines of the deployment. */
export function isAvailable({ requiresDeployment }: AppCatalogEntry, deployment: Deployment): boolean {
  return requiresDeployment === undefined || requiresDeployment === deployment;
}
