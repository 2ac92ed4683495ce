/** What a browser shows where the server runs without a built client. */
export const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Berth: the client is not built</title>
<h1>The client is not built</h1>
<p>The server answers, but its pages are missing. In the repository's folder run <code>npm run build</code>, then load
this page again. <code>npm start</code> does it by itself.</p>
</html>
`;
