/** Common symbols of tiles, shown without a search. */
const SUGGESTED = `
  app-window world browser device-desktop device-desktop-share screen-share terminal-2 users user-circle phone
  video message mail calendar clock chalkboard presentation file-text folder cloud database server chart-bar
  report-analytics table list-check printer scan qrcode key lock shield-check settings tool help-circle
  info-circle home building map-pin truck package shopping-cart credit-card receipt coin book school news photo
  music player-play coffee heart star bell search
`
  .trim()
  .split(/\s+/);

/** Search words of each symbol, by name. */
export type SymbolWords = Readonly<Record<string, string>>;

/** Symbols that contain every word of the query in their name or search words; matches by name first. */
export function findSymbols(words: SymbolWords, query: string): string[] {
  const wanted = query
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean);
  if (wanted.length === 0) return SUGGESTED.filter((name) => Object.hasOwn(words, name));
  return Object.entries(words)
    .map(([name, more]) => ({ name, rank: rankOf(name, more, wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.name.length - b.name.length || a.name.localeCompare(b.name))
    .map(({ name }) => name);
}

function rankOf(name: string, more: string, wanted: readonly string[]): number {
  const ranks = wanted.map((word) => {
    if (name === word || name.startsWith(`${word}-`)) return 4;
    if (name.includes(`-${word}`)) return 3;
    if (name.includes(word)) return 2;
    return more.includes(word) ? 1 : 0;
  });
  return ranks.some((rank) => rank === 0) ? 0 : ranks.reduce<number>((sum, rank) => sum + rank, 0);
}
