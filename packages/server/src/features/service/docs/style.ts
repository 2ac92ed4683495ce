/** Of the documentation's page. */
export const DOCS_STYLE = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1b1f, #e8e8ec);
  --quiet: light-dark(#55555e, #b4b4be);
  --ground: light-dark(#ffffff, #16161a);
  --raised: light-dark(#f3f3f6, #222228);
  --line: light-dark(#d3d3da, #44444e);
  --accent: light-dark(#990017, #ff9aa6);
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
