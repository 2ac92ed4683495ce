import { createContext, type ReactNode, useContext, useMemo } from 'react';

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

/** A part of a form that lies inside a list's entry or a control. */
export function Inner({ children }: { readonly children: ReactNode }): ReactNode {
  const { groups } = useDepth();
  const depth = useMemo(() => ({ groups, isInner: true }), [groups]);
  return <Deeper value={depth}>{children}</Deeper>;
}
