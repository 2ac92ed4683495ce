/** A counted hour; `at` in milliseconds since 1970. */
interface Point {
  readonly at: number;
  readonly value: number;
}

interface Scale {
  readonly from: number;
  readonly to: number;
  /** The value at the upper edge. */
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Milliseconds between counts; a longer interval is drawn as a gap. */
  readonly step: number;
}

/** The next round number for the end of a scale: even, and 1, 2, 4, 6, 8 or 10 times a power of ten. */
export function topOf(value: number): number {
  if (value <= 2) return 2;
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10;
  return factor * power;
}

/** Runs of points without a gap, each one step wider, so that a single hour is visible. */
function runsOf(points: readonly Point[], { step }: Scale): Point[][] {
  const runs: Point[][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && point.at - before.at <= step * 1.5) run.push(point);
    else runs.push([point]);
  }
  return runs.map((run) => run.concat(run.slice(-1).map(({ at, value }) => ({ at: at + step, value }))));
}

function placed({ at, value }: Point, { from, to, top, width, height }: Scale): string {
  const x = ((at - from) / (to - from)) * width;
  const y = height - (value / top) * height;
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** SVG path of a line through the points, interrupted where nothing was counted. */
export function lineOf(points: readonly Point[], scale: Scale): string {
  return runsOf(points, scale)
    .map((run) => `M${run.map((point) => placed(point, scale)).join('L')}`)
    .join('');
}

/** SVG path of the area below that line. */
export function areaOf(points: readonly Point[], scale: Scale): string {
  return runsOf(points, scale)
    .map((run) => {
      const ground = [run.at(-1), run[0]].flatMap((point) => (point ? placed({ at: point.at, value: 0 }, scale) : []));
      return `M${[...run.map((point) => placed(point, scale)), ...ground].join('L')}Z`;
    })
    .join('');
}
