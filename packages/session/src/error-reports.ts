import type { ReportedPage } from '@berth/web/data/error-reports/reporter.ts';
import { tellErrors } from '@berth/web/data/error-reports/watch.ts';
import type { Bridge } from './bridge/bridge.ts';

/** Channels on which a machine reports errors; other browsers always do (spec chapter 7). */
const CHANNELS: readonly string[] = ['beta', 'release'];

/** Starts error reporting if configured and allowed. */
export async function reportErrors(bridge: Bridge | undefined): Promise<void> {
  const about = await (bridge ? onMachine(bridge) : onWeb()).catch(() => undefined);
  if (!about) return tellErrors(() => undefined);
  const { startReporter } = await import('@berth/web/data/error-reports/reporter.ts');
  startReporter({ ...about, page: 'session' });
}

type About = Omit<ReportedPage, 'page'>;

async function onMachine(bridge: Bridge): Promise<About | undefined> {
  const environment = await bridge.call('get_release_channel', {});
  if (!CHANNELS.includes(environment)) return undefined;
  const reporting = await bridge.call('get_error_reporting', {});
  return reporting ? { dsn: reporting.dsn, release: reporting.version, environment } : undefined;
}

async function onWeb(): Promise<About | undefined> {
  const { loadClientConfig } = await import('@berth/web/data/client-config.ts');
  const { errorReporting, version, releaseChannel } = await loadClientConfig();
  return errorReporting ? { dsn: errorReporting.dsn, release: version, environment: releaseChannel } : undefined;
}
