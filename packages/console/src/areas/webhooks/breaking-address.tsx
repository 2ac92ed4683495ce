import { Fragment, type ReactNode } from 'react';

/** An address that goes on in the next line after one of its slashes, before it breaks inside a word. */
export function BreakingAddress({ address }: { readonly address: string }): ReactNode {
  return partsOf(address).map(({ text, at }) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {text}
    </Fragment>
  ));
}

interface Part {
  readonly text: string;
  readonly at: number;
}

/** The parts of an address with the slash that ends each; its scheme and host stay in one. */
export function partsOf(address: string): readonly Part[] {
  const parts = address.matchAll(/^[a-z]+:\/\/[^/]*\/?|[^/]+\/?|\/+/g);
  return [...parts].map(({ 0: text, index: at }) => ({ text, at }));
}
