import { createContext, useContext } from 'react';

interface Depth {
  /** How many groups lie around: it gives the level of the next heading. */
  readonly groups: number;
  /** Inside a list's entry or another form's part, where headings are smaller. */
  readonly isInner: boolean;
}

const DepthContext = createContext<Depth>({ groups: 0, isInner: false });

export const Deeper = DepthContext.Provider;

export function useDepth(): Depth {
  return useContext(DepthContext);
}
