import { type ClientConfig, readConfig } from '@berth/contract/api/service';
import { demoApiBase, setApiBase } from './api-base.ts';
import { call } from './call.ts';

let loaded: ClientConfig | undefined;

/** Loads the configuration that is needed before login, and sets the API base for all further calls. */
export async function loadClientConfig(): Promise<ClientConfig> {
  loaded = await call(readConfig);
  setApiBase(demoApiBase() ?? loaded.apiBase);
  return loaded;
}

/** The configuration that was loaded before the first page. */
export function clientConfig(): ClientConfig {
  if (!loaded) throw new Error('The configuration is read before it was loaded');
  return loaded;
}

/** The API base of this server, even for a tab in the demo. */
export function realApiBase(): string {
  return clientConfig().apiBase;
}

/** Whether this page's host is one of the configured cloud hosts (spec chapter 1). */
export function isCloudVersion(): boolean {
  return clientConfig().cloudHosts.includes(location.hostname);
}
