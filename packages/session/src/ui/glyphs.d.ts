/** Made by scripts/symbols-plugin.ts from the names in glyph-names.ts. */
declare module 'virtual:berth-glyphs' {
  export const glyphs: Readonly<Record<string, string>>;
}
