/** Runs commands of administrators on the machine itself. */
export interface Shell {
  /** Standard output and error together. Rejects with them when the command fails, or may not run here. */
  run(command: string): Promise<string>;
}
