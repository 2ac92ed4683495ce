import { createContext, useContext } from 'react';

const DepthContext = createContext(0);

/** Counts how deep a layout lies: headings inside a list's entry are smaller than the form's own. */
export const Deeper = DepthContext.Provider;

/** 0 in the form itself, more inside a group or an entry. */
export function useDepth(): number {
  return useContext(DepthContext);
}
