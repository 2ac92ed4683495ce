import { resolveSubtree } from './resolve.ts';

/** For people who write programs, in the language of the contract's summaries. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Berth: the API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" href="data:,">
<body>
<main id="viewer"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Starts the viewer. Its only sources are this server's: no validator elsewhere, no other document by the address, and
 * what somebody entered to sign in is kept in the page alone.
 */
export const DOCS_START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#viewer',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  queryConfigEnabled: false,
  persistAuthorization: false,
  tryItOutEnabled: true,
  syntaxHighlight: { activated: false },
  plugins: [() => ({ fn: { resolveSubtree: ${resolveSubtree.toString()} } })],
});
`;
