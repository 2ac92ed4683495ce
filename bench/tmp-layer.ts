import { startBenchEnvironment } from './lib/bench-environment.ts';
import { registerFleet, startFleet } from './lib/fleet.ts';
const machines = Number(process.env.BENCH_MACHINES ?? 5000);
const e = await startBenchEnvironment();
await registerFleet(e, machines);
const fleet = await startFleet(e, machines);
await fleet.until('first', () => fleet.showing(1) === machines, 300000);
for (const color of ['#495057', '#212529']) {
  const before = fleet.applications();
  if (color === '#495057') await e.api.send('POST', `/organization/${e.organizationId}/layers`, { name: 'House', scope: 'organization', definition: { thinhoc: { customization: { color_secondary: color } } }, off: [], locks: [] });
  else await e.api.send('POST', `/organization/${e.organizationId}/layers`, { name: 'House2', scope: 'organization', definition: { thinhoc: { customization: { color_secondary: color } } }, off: [], locks: [] });
  const s = performance.now();
  await fleet.until('layer', () => fleet.applications() - before >= machines * 0.99, 300000);
  console.log('layer', Math.round(performance.now() - s));
  await fleet.until('rest', () => fleet.applications() - before >= machines, 300000);
}
await e.api.merge(e.profileId, { definition: { thinhoc: { customization: { color_primary: '#0b7285' } } } });
{ const s = performance.now(); const b = fleet.applications(); await fleet.until('save', () => fleet.applications() - b >= machines * 0.99, 300000); console.log('save with layers', Math.round(performance.now() - s)); }
await fleet.stop();
await e.dispose();
