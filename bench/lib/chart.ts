/** A line of a chart. */
export interface Series {
  readonly label: string;
  readonly color: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const [WIDTH, HEIGHT] = [420, 220];
const EDGE = { left: 48, right: 16, top: 24, bottom: 32 };

/**
 * Cost by number of machines, as SVG: a logarithmic number axis, so that growth is a slope; the cost axis starts at
 * zero.
 */
export function chart(series: readonly Series[]): string {
  const points = series.flatMap((each) => each.points);
  const [least, most] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
  const [from, to] = [
    Math.floor(Math.log10(least)),
    Math.max(Math.log10(most) + 0.1, Math.floor(Math.log10(least)) + 1),
  ];
  const top = niceAbove(Math.max(...points.map(({ y }) => y)));
  const x = (value: number) =>
    EDGE.left + ((Math.log10(value) - from) / (to - from)) * (WIDTH - EDGE.left - EDGE.right);
  const y = (value: number) => HEIGHT - EDGE.bottom - (value / top) * (HEIGHT - EDGE.top - EDGE.bottom);

  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y(share * top);
    return `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${at}" y2="${at}" stroke="var(--line)"/>
<text x="${EDGE.left - 6}" y="${at + 4}" text-anchor="end">${Number((share * top).toPrecision(3))}</text>`;
  });
  const numbers = [...new Set(points.map((each) => each.x))].map(
    (value) => `<text x="${x(value)}" y="${HEIGHT - 10}" text-anchor="middle">${value.toLocaleString('en')}</text>`,
  );
  const lines = series.map(({ label, color, points: own }, index) => {
    const path = own.map((point) => `${x(point.x)},${y(point.y)}`).join(' ');
    const dots = own.map(
      (point) =>
        `<circle cx="${x(point.x)}" cy="${y(point.y)}" r="3.5" fill="${color}"><title>${label}, ${point.x}: ${point.y}</title></circle>`,
    );
    return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots.join('')}
<rect x="${EDGE.left + index * 90}" y="4" width="10" height="10" fill="${color}"/><text x="${EDGE.left + 14 + index * 90}" y="13">${label}</text>`;
  });
  const told = series.map(
    ({ label, points: own }) => `${label}: ${own.map((point) => `${point.x}: ${point.y}`).join(', ')}`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${told.join('; ')}">${[...grid, ...numbers, ...lines].join('')}</svg>`;
}

/** The next of 1, 2, 5, 10, … above. */
function niceAbove(value: number): number {
  // An all-zero series is valid and needs a scale too.
  if (value <= 0) return 1;
  const magnitude = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((factor) => factor * magnitude >= value) ?? 10) * magnitude;
}
