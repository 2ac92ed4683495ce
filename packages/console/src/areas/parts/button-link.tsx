import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface ButtonLinkProps extends ButtonProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** A link that looks like a button: it goes somewhere. */
export function ButtonLink({ to, children, ...props }: ButtonLinkProps): ReactNode {
  return (
    <Button component={Link} to={to} {...props}>
      {children}
    </Button>
  );
}
