import { Failure } from './failure.mjs';

/**
 * The stages selected by `--only unit,types`, or all; "lint" selects the three lints.
 * @template {{ name: string }} T
 * @param {readonly T[]} stages
 * @param {readonly string[]} args
 */
export function choose(stages, args) {
  const position = args.findIndex((each) => each === '--only' || each.startsWith('--only='));
  const rest = args.slice();
  if (position >= 0) rest.splice(position, args[position] === '--only' ? 2 : 1);
  if (rest.length > 0) throw new Failure(`unknown argument "${rest[0]}". Select stages with --only unit,types.`);
  if (position < 0) return stages;
  const list = args[position]?.split('=')[1] ?? args[position + 1] ?? '';
  const names = list.split(',').flatMap((each) => (each === 'lint' ? ['biome', 'knip', 'imports'] : [each]));
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = ['lint', ...stages.map(({ name }) => name)].join(', ');
    throw new Failure(`unknown stage "${unknown.join('", "')}". Stages: ${known}.`);
  }
  return stages.filter(({ name }) => names.includes(name));
}
