import { parseArgs } from 'node:util';
import { PLANTED, type PlantedName } from './planted.ts';

const NAMES = Object.keys(PLANTED) as PlantedName[];

export const HELP = `Runs nodes, database, bus and machines under one simulated clock, with faults, and checks that nothing acknowledged
is lost, nothing runs twice, and every machine ends up as it should.

  npm run simulate-time -- --seeds 100              100 runs, with the seeds from 1
  npm run simulate-time -- --seeds 100 --from 500   the seeds from 500
  npm run simulate-time -- --seed 42                one run again, with everything that happened

  --processes N  runs in so many processes, each with its share of the seeds
  --minutes N    starts no run after so many minutes
  --plant NAME   with a planted fault, which must be found: ${NAMES.join(', ')}
  --json         a line of JSON for each run
`;

export interface Options {
  /** The first seed, and how many follow it. */
  readonly first: number;
  readonly count: number;
  /** One seed again, with everything that happened. */
  readonly isReplay: boolean;
  readonly processes: number;
  readonly minutes: number;
  readonly planted: PlantedName | undefined;
  readonly json: boolean;
}

/** Throws a readable error if an option is unknown or invalid. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: 'string', default: '20' },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      processes: { type: 'string', default: '1' },
      minutes: { type: 'string', default: '600' },
      plant: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const planted = NAMES.find((name) => name === values.plant);
  if (values.plant !== undefined && !planted) {
    throw new Error(`--plant must be one of ${NAMES.join(', ')}, not "${values.plant}".`);
  }
  const isReplay = values.seed !== undefined;
  return {
    first: isReplay ? wholeNumber('seed', values.seed ?? '') : wholeNumber('from', values.from),
    count: isReplay ? 1 : wholeNumber('seeds', values.seeds),
    isReplay,
    processes: wholeNumber('processes', values.processes),
    minutes: wholeNumber('minutes', values.minutes),
    planted,
    json: values.json,
  };
}

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Error(`--${name} must be a whole number from 1, not "${text}".`);
}
