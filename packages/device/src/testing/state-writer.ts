import { writeStateFile } from '../state/file.ts';

// Writes increasing numbers to the state file and prints each durable one, until it is killed.
const [file = '', start = '0'] = process.argv.slice(2);
for (let n = Number(start) + 1; ; n += 1) {
  await writeStateFile(file, { n, filler: 'x'.repeat(200_000) });
  process.send?.(n);
}
