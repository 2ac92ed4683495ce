import { once } from 'node:events';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// First, so that later starts load all compiled code from the cache, in half the time.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/berth-server', import.meta.url)));
const { startServer } = await import('./app.ts');
const { readConfig } = await import('./config/config.ts');
const { readArguments } = await import('./main/command.ts');
const { StartError } = await import('./platform/start-error.ts');

// A signal may arrive during the start; a second one, as from terminal and npm together, has no effect.
const asked = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(signal));
});

const USAGE = 'Usage: npm start\nWhat can be set is set by variables of the environment, which README.md lists.';

try {
  const { isHelpWanted } = readArguments({ usage: USAGE, operands: [], options: [] }, process.argv.slice(2));
  if (isHelpWanted) {
    console.log(USAGE);
    process.exit(0);
  }
  const config = readConfig(process.env);
  const server = await startServer(config);
  console.log(`Berth is ready: ${server.url}`);
  // A load balancer that polls /ready stops sending calls before this node refuses them; Ctrl-C does not wait.
  if ((await asked) === 'SIGTERM' && config.stopDelaySeconds > 0) {
    server.leave();
    const patience = AbortSignal.timeout(config.stopDelaySeconds * 1_000);
    await once(process, 'SIGINT', { signal: patience }).catch(() => undefined);
  }
  await server.stop();
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Berth cannot start: ${error.message}\n${error.advice}`);
  process.exit(1);
}
