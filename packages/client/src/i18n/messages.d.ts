declare module 'virtual:berth-messages' {
  import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

  type Compiled = Readonly<Record<string, string | MessageFormatElement[]>>;
  type Loader = () => Promise<{ readonly default: Compiled }>;

  /** Language, then area. */
  export const loaders: Readonly<Record<string, Readonly<Record<string, Loader>>>>;
}
