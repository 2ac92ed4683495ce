import { type ClientConfig, readConfig } from '@berth/contract/api/service';
import { demoApiBase, setApiBase } from './api-base.ts';
import { call } from './call.ts';

let loaded: ClientConfig | undefined;

/** Reads what the client must know before anybody signs in, and points all further calls at the API it names. */
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

/** Where the API of this server lives, also for a tab that is in the demo. */
export function realApiBase(): string {
  return clientConfig().apiBase;
}

/** Whether this page's host is one of the configured cloud hosts (spec chapter 1). */
export function isCloudVersion(): boolean {
  return clientConfig().cloudHosts.includes(location.hostname);
}
