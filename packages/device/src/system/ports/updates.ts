/** Installs what the system's package sources have newer. */
export interface Updates {
  /** Tells what it does, in words for the machine's status; resolves with a summary. */
  install(onProgress: (doing: string) => void): Promise<string>;
}
