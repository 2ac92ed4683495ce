import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Loaded before a measured server: collects garbage and reports memory on request.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('SIGUSR2', () => {
  collect();
  collect();
  writeFileSync(process.env.BENCH_METER ?? '', JSON.stringify(process.memoryUsage()));
});
