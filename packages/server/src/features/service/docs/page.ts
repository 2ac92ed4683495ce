import type { Endpoint } from '@berth/contract/api/endpoint';
import { pathOf } from '../../../http/declaration-check.ts';

/**
 * Returns the API documentation page in English, the language of the contract's summaries. The page contains the list;
 * script.ts adds the details of a call when it is opened.
 */
export function docsPage(endpoints: readonly Endpoint[]): string {
  const areas = Map.groupBy(endpoints, ({ id }) => id.split('.')[0] ?? '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Berth API</title>
<link rel="stylesheet" href="/docs/style.css">
<link rel="icon" href="data:,">
<script src="/docs/script.js" defer></script>
</head>
<body>
<header>
<h1>Berth API</h1>
<p>${endpoints.length} calls. For programs: <a href="/openapi.json">openapi.json</a>.</p>
<form id="settings">
<label>Find a call <input id="find" type="search" autocomplete="off"></label>
<label>Access token or API key <input id="token" type="password" autocomplete="off"></label>
</form>
</header>
<main>
${[...areas].map(([area, calls]) => section(area, calls)).join('\n')}
</main>
</body>
</html>
`;
}

function section(area: string, calls: readonly Endpoint[]): string {
  return `<section>
<h2>${escaped(area)}</h2>
${calls.map(operation).join('\n')}
</section>`;
}

function operation(endpoint: Endpoint): string {
  const { id, method, summary } = endpoint;
  return `<details id="${escaped(id)}" data-path="${escaped(pathOf(endpoint))}" data-method="${method.toLowerCase()}">
<summary><b>${method}</b> <code>${escaped(pathOf(endpoint))}</code> <span>${escaped(summary)}</span></summary>
</details>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/** The style sheet of the documentation page. */
export const DOCS_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1b1f, #e8e8ec);
  --quiet: light-dark(#55555e, #b4b4be);
  --ground: light-dark(#ffffff, #16161a);
  --raised: light-dark(#f3f3f6, #222228);
  --line: light-dark(#d3d3da, #44444e);
  --accent: light-dark(#171799, #a9acff);
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 70rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); }
a { color: var(--accent); }
h2 { margin: 2rem 0 0.5rem; font-size: 1.2rem; }
#settings { display: flex; flex-wrap: wrap; gap: 1rem; }
label { display: block; color: var(--quiet); }
input, textarea { display: block; width: 100%; min-width: 0; padding: 0.4rem; font: inherit; color: var(--text); background: var(--ground); border: 1px solid var(--line); border-radius: 4px; }
#settings label { flex: 1 1 16rem; }
textarea, code, pre { font-family: ui-monospace, monospace; font-size: 0.9rem; }
details { border: 1px solid var(--line); border-radius: 4px; margin: 0.25rem 0; }
details[open] { background: var(--raised); }
details > :not(summary) { margin: 0.75rem; }
summary { padding: 0.4rem 0.75rem; cursor: pointer; overflow-wrap: anywhere; }
summary b { display: inline-block; min-width: 4.5rem; color: var(--accent); }
summary span { color: var(--quiet); }
pre { max-height: 24rem; overflow: auto; padding: 0.5rem; background: var(--ground); border: 1px solid var(--line); border-radius: 4px; }
button { padding: 0.4rem 1rem; font: inherit; color: var(--ground); background: var(--accent); border: 0; border-radius: 4px; cursor: pointer; }
h3 { font-size: 1rem; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`;
