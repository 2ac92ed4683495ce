import type { Endpoint } from '@berth/contract/api/endpoint';
import { pathOf } from '../../../http/declared.ts';

/**
 * The API's documentation for people who write programs, in the language of the contract's summaries. What is listed is
 * in the page itself; the details of a call are put in by the script when they are opened (script.ts).
 */
export function docsPage(endpoints: readonly Endpoint[]): string {
  const areas = Map.groupBy(endpoints, ({ id }) => id.split('.')[0] ?? '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Berth: the API</title>
<link rel="stylesheet" href="/docs/style.css">
<link rel="icon" href="data:,">
<script src="/docs/script.js" defer></script>
</head>
<body>
<header>
<h1>The API of Berth</h1>
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
