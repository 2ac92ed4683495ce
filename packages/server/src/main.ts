import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Before anything else is loaded: a second start then takes the compiled code from here, in half the time.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/berth-server', import.meta.url)));
const { startServer } = await import('./app.ts');
const { readConfig } = await import('./config/config.ts');
const { StartError } = await import('./platform/start-error.ts');

// A signal may come while the server still starts; a second one, from a terminal and from npm at once, changes nothing.
const asked = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
});

try {
  const server = await startServer(readConfig(process.env));
  console.log(`Berth is ready: ${server.url}`);
  await asked;
  await server.stop();
  process.exit(0);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`Berth cannot start: ${error.message}\n${error.advice}`);
  process.exit(1);
}
