/** Made by scripts/messages-plugin.ts from the locale files. */
declare module 'virtual:berth-messages' {
  /** Address of the folder with a file for each language and area. */
  export const folder: string;
}
