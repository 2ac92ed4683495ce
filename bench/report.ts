import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chart, type Series } from './lib/chart.ts';
import { historyOf, sparkline } from './lib/history.ts';
import type { Figure, StoredResult } from './lib/result.ts';

// `npm run bench:report`: renders bench/results/*.json as one self-contained page, bench/results/index.html.

const FOLDER = join(import.meta.dirname, 'results');
const AT = /^(\d+) machines: (bare ws, )?(.+)$/;

const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.json')).sort();
const results = await Promise.all(
  names.map(async (name): Promise<StoredResult> => JSON.parse(await readFile(join(FOLDER, name), 'utf8'))),
);
await writeFile(join(FOLDER, 'index.html'), page(results));
console.log(`${results.length} results written to bench/results/index.html`);

function page(all: readonly StoredResult[]): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Berth: what it costs</title>
<style>
  :root { color-scheme: light dark; --ours: #0b6e99; --bare: #8a5a00; --line: #8884; }
  @media (prefers-color-scheme: dark) { :root { --ours: #5cc1ea; --bare: #e8b04a; } }
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
  table { border-collapse: collapse; width: 100%; margin: .5rem 0 2rem; }
  th, td { text-align: left; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
  td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
  .missed { font-weight: 600; }
  .charts { display: flex; flex-wrap: wrap; gap: 1.5rem; }
  figure { margin: 0; flex: 1 1 26rem; max-width: 30rem; }
  svg { width: 100%; height: auto; }
  svg text { font-size: 11px; fill: currentColor; }
  svg.history { width: 6rem; height: 1.25rem; display: block; }
  small { opacity: .75; }
</style>
<h1>What Berth costs</h1>
<p>Each number stands beside that of a bare server where there is one. The computer that these come from was shared with
other work while they were taken, so they are upper bounds; compare lines with each other rather than with other computers. The last runs are drawn as multiples of what the computer
needed for an echo, or for hashing, just before each run.</p>
${all.map(section).join('\n')}
</html>
`;
}

function section({ benchmark, figures, measuredAt, machine, runs = [] }: StoredResult): string {
  const rows = figures.map((figure) => {
    const { name, unit, value, aim } = figure;
    const state = aim !== undefined && value > aim ? ' class="missed"' : '';
    const wanted = aim === undefined ? '' : `${aim} ${unit}`;
    return `<tr${state}><td>${escaped(name)}<td class="number">${value} ${unit}<td class="number">${wanted}<td>${sparkline(historyOf(figure, runs))}`;
  });
  const charts = growthOf(figures).map(
    ({ what, unit, series }) => `<figure><figcaption>${escaped(what)}, ${unit}</figcaption>${chart(series)}</figure>`,
  );
  return `<h2 id="${benchmark}">${benchmark}</h2>
<small>${measuredAt.slice(0, 10)}, ${escaped(machine.cpu)}, ${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}</small>
${charts.length > 0 ? `<div class="charts">${charts.join('\n')}</div>` : ''}
<table><thead><tr><th>figure<th>measured<th>aim<th>last runs<tbody>
${rows.join('')}
</table>`;
}

/** Figures measured at several numbers of machines, as lines. */
function growthOf(figures: readonly Figure[]) {
  const grown = new Map<string, { unit: string; series: Map<string, Series> }>();
  for (const { name, unit, value } of figures) {
    const [, machines, bare, what = ''] = AT.exec(name) ?? [];
    if (machines === undefined) continue;
    const entry = grown.get(what) ?? { unit, series: new Map() };
    grown.set(what, entry);
    const label = bare ? 'bare ws' : 'Berth';
    const line = entry.series.get(label) ?? { label, color: bare ? 'var(--bare)' : 'var(--ours)', points: [] };
    entry.series.set(label, { ...line, points: [...line.points, { x: Number(machines), y: value }] });
  }
  return [...grown].map(([what, { unit, series }]) => ({ what, unit, series: [...series.values()] }));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
