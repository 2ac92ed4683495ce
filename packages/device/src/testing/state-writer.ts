import { writeStateFile } from '../state/file.ts';

// Counts up in the state file without end, telling each number that is durable: to be killed at any moment.
const [file = '', start = '0'] = process.argv.slice(2);
for (let n = Number(start) + 1; ; n += 1) {
  await writeStateFile(file, { n, filler: 'x'.repeat(200_000) });
  process.send?.(n);
}
