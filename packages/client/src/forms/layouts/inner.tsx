import { type ReactNode, useMemo } from 'react';
import { Deeper, useDepth } from './depth.ts';

/** A part of a form that lies inside a list's entry or a control. */
export function Inner({ children }: { readonly children: ReactNode }): ReactNode {
  const { groups } = useDepth();
  const depth = useMemo(() => ({ groups, isInner: true }), [groups]);
  return <Deeper value={depth}>{children}</Deeper>;
}
