import { ping } from '@berth/contract/api/service';
import { call, useSilentSince } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { Component, type ReactNode, useEffect, useRef } from 'react';
import { EmptyState } from '../ui/notice.tsx';
import { PartError, retryLoads } from './load-once.tsx';

interface LoadBoundaryProps {
  readonly children: ReactNode;
}

/**
 * Shows that a part of the forms could not be loaded, with a button to retry: the rest of the page stays, and what was
 * typed there.
 */
export class LoadBoundary extends Component<LoadBoundaryProps, { readonly error: unknown; readonly isAgain: boolean }> {
  override state = { error: undefined, isAgain: false };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error, isAgain } = this.state;
    if (error === undefined) return this.props.children;
    if (!((error as unknown) instanceof PartError)) throw error;
    return <Failed isAgain={isAgain} retry={(by) => this.setState({ error: undefined, isAgain: by === 'itself' })} />;
  }
}

interface FailedProps {
  /** Whether it failed when it was tried again without a person. */
  readonly isAgain: boolean;
  readonly retry: (by: 'person' | 'itself') => void;
}

function Failed({ isAgain, retry }: FailedProps): ReactNode {
  const { t } = useTexts();
  const again = (by: 'person' | 'itself') => {
    retryLoads();
    retry(by);
  };
  const latest = useRef(again);
  latest.current = again;
  const isSilent = useSilentSince() !== null;
  // Finds out whether the server responds. If not, its return is noticed; if so, it came back meanwhile, and one more
  // attempt may do. Without that, only the button tries again.
  useEffect(() => {
    call(ping).then(
      () => !isAgain && latest.current('itself'),
      () => undefined,
    );
  }, [isAgain]);
  const wasSilent = useRef(isSilent);
  useEffect(() => {
    if (wasSilent.current && !isSilent) latest.current('itself');
    wasSilent.current = isSilent;
  }, [isSilent]);
  return (
    <EmptyState
      icon={IconPlugConnectedX}
      title={t('errors.chunk.title')}
      action={<Button onClick={() => again('person')}>{t('common.retry')}</Button>}
    >
      {t('errors.chunk.part')}
    </EmptyState>
  );
}
