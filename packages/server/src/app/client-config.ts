import { API_BASE_PATH } from '@berth/contract/api/endpoint';
import type { ClientConfig } from '@berth/contract/api/service';
import { DEMO_API_PATH, reportTargetOf } from '@berth/contract/rules/service';
import type { Config } from '../config/config.ts';
import type { OtherOrigins } from '../http/client-files/policy.ts';

/** The configuration that clients read before login. */
export function clientConfig(
  config: Config,
  publicUrl: string,
  version: string,
  identity: ClientConfig['identity'],
): ClientConfig {
  const socketUrl = publicUrl.replace(/^http/, 'ws');
  return {
    version,
    releaseChannel: config.releaseChannel,
    apiBase: `${publicUrl}${API_BASE_PATH}`,
    demoApiBase: config.demo ? `${publicUrl}${DEMO_API_PATH}` : null,
    gateway: `${socketUrl}/gateway`,
    identity,
    azureAd: config.azureAd ?? null,
    // One server serves all three addresses unless others are configured.
    signaling: [...(config.signaling ?? [1, 2, 3].map((number) => `${socketUrl}/signaling/${number}`))],
    cloudHosts: cloudHostsOf(config, publicUrl),
    errorReporting: config.sentryDsn === undefined ? null : { dsn: config.sentryDsn },
  };
}

/** The configured hosts, besides this server, that pages connect to. */
export function otherOrigins({ identity, signaling = [], sentryDsn }: Config): OtherOrigins {
  const reports = sentryDsn === undefined ? undefined : reportTargetOf(sentryDsn);
  return {
    identity: identity ? [new URL(identity.issuer).origin] : [],
    called: [...signaling.map((address) => new URL(address).origin), ...(reports ? [reports.origin] : [])],
  };
}

/**
 * Without configured cloud hosts, the server's hostname is the cloud: its URL opens the console instead of the message
 * that no machine is here.
 */
function cloudHostsOf(config: Config, publicUrl: string): string[] {
  return config.cloudHosts.length > 0 ? [...config.cloudHosts] : [new URL(publicUrl).hostname];
}

/** The configured public URL, or one derived from the listening address. */
export function publicUrlOf(config: Config, port: number): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const local = ['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(config.host);
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return `http://${local ? 'localhost' : host}:${port}`;
}
