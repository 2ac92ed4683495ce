import type { ReactNode } from 'react';

/** The product's logo: a boat at a berth. */
export function BrandMark({ size = 24 }: { readonly size?: number }): ReactNode {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--brand)" />
      <path d="M7 18h18l-3 6H10z" fill="#fff" />
      <path d="M15 7h2v9h-2zM17 8l6 3-6 3z" fill="#fff" />
    </svg>
  );
}
