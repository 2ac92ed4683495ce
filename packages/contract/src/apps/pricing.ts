import type { Deployment } from '../limits.ts';
import type { AppCatalogEntry } from './entry.ts';

/** What an app costs on one machine: credits per 30 days; 0 where it is free or included. */
export function appPrice({ pricing }: AppCatalogEntry, deployment: Deployment): number {
  return pricing.type === 'free' || pricing.deploymentsIncluded.includes(deployment) ? 0 : pricing.amount;
}

/** Whether the app works on machines of the deployment. */
export function isAvailable({ requiresDeployment }: AppCatalogEntry, deployment: Deployment): boolean {
  return requiresDeployment === undefined || requiresDeployment === deployment;
}
