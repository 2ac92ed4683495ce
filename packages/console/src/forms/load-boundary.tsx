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
export class LoadBoundary extends Component<LoadBoundaryProps, { readonly error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!((error as unknown) instanceof PartError)) throw error;
    return <Failed retry={() => this.setState({ error: undefined })} />;
  }
}

function Failed({ retry }: { readonly retry: () => void }): ReactNode {
  const { t } = useTexts();
  const again = () => {
    retryLoads();
    retry();
  };
  const latest = useRef(again);
  latest.current = again;
  const isSilent = useSilentSince() !== null;
  // Finds out whether the server responds: then its return is noticed. Without that, only the button tries again.
  useEffect(() => void call(ping).catch(() => undefined), []);
  const wasSilent = useRef(isSilent);
  useEffect(() => {
    if (wasSilent.current && !isSilent) latest.current();
    wasSilent.current = isSilent;
  }, [isSilent]);
  return (
    <EmptyState
      icon={IconPlugConnectedX}
      title={t('errors.chunk.title')}
      action={<Button onClick={again}>{t('common.retry')}</Button>}
    >
      {t('errors.chunk.part')}
    </EmptyState>
  );
}
