import { keep, type Result } from './lib/result.ts';
import { measureRuler } from './lib/ruler.ts';

/** Every benchmark by name; `npm run bench -- start first-load` runs some of them. */
const BENCHMARKS: Record<string, () => Promise<{ run: () => Promise<Result> }>> = {
  api: () => import('./api.ts'),
  'at-rest': () => import('./at-rest.ts'),
  'first-load': () => import('./first-load.ts'),
  fleet: () => import('./fleet.ts'),
  gateway: () => import('./gateway.ts'),
  'half-a-day': () => import('./half-a-day.ts'),
  'home-start': () => import('./home-start.ts'),
  'largest-paint': () => import('./largest-paint.ts'),
  layers: () => import('./layers.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  'machines-table': () => import('./machines-table.ts'),
  'form-typing': () => import('./form-typing.ts'),
  'mirror-sessions': () => import('./mirror-sessions.ts'),
  mirroring: () => import('./mirroring.ts'),
  recovery: () => import('./recovery.ts'),
  'remote-control': () => import('./remote-control.ts'),
  'round-trip': () => import('./round-trip.ts'),
  routes: () => import('./routes.ts'),
  'save-to-pixel': () => import('./save-to-pixel.ts'),
  'sign-in': () => import('./sign-in.ts'),
  'slow-network': () => import('./slow-network.ts'),
  'tile-to-window': () => import('./tile-to-window.ts'),
  whiteboard: () => import('./whiteboard.ts'),
  wizard: () => import('./wizard.ts'),
  start: () => import('./start.ts'),
  writes: () => import('./writes.ts'),
};

const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(BENCHMARKS);
for (const name of chosen) {
  const load = BENCHMARKS[name];
  if (!load) {
    console.error(`Unknown benchmark "${name}". Benchmarks: ${Object.keys(BENCHMARKS).join(', ')}.`);
    process.exitCode = 1;
    continue;
  }
  console.log(name);
  const { run } = await load();
  const ruler = await measureRuler();
  await keep(await run(), ruler);
}
