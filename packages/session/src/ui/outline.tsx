export interface OutlineProps {
  /** The path's data, on a canvas of 24 by 24. */
  readonly path: string | undefined;
  readonly size?: number;
  readonly className?: string | undefined;
}

/** An icon next to a text, in its color. A fraction of the size of an icon component. */
export function Outline({ path, size = 20, className }: OutlineProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size < 32 ? 2 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
