// The part of npm x11 that reads pixels.
declare module 'x11' {
  type Done<Value> = (error: Error | null, value: Value) => void;
  export interface XClient {
    GetImage(
      format: number,
      drawable: number,
      x: number,
      y: number,
      width: number,
      height: number,
      planes: number,
      done: Done<{ readonly data: Buffer }>,
    ): void;
    terminate(): void;
  }
  export interface XDisplay {
    readonly client: XClient;
    readonly screen: readonly { readonly root: number }[];
  }
  const x11: { createClient(options: { readonly display: string }, done: Done<XDisplay>): void };
  export default x11;
}
