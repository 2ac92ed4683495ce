import { createContext, type ReactNode, useContext, useMemo } from 'react';

interface Depth {
  /** Number of enclosing groups, for the level of the next heading. */
  readonly groups: number;
  /** Whether it is inside a list entry or a control, where headings are smaller. */
  readonly isInner: boolean;
}

const DepthContext = createContext<Depth>({ groups: 0, isInner: false });

export const Deeper = DepthContext.Provider;

export function useDepth(): Depth {
  return useContext(DepthContext);
}

/** A part of a form inside a list entry or a control. */
export function Inner({ children }: { readonly children: ReactNode }): ReactNode {
  const { groups } = useDepth();
  const depth = useMemo(() => ({ groups, isInner: true }), [groups]);
  return <Deeper value={depth}>{children}</Deeper>;
}
