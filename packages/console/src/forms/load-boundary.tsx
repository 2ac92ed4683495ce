import { ping } from '@berth/contract/api/service';
import { ApiError } from '@berth/web/data/api-error.ts';
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

/** Time between two questions to a server that is starting. */
const STARTING_MS = 1_000;

/**
 * Resolves once the server is ready; `late` if it was only starting when asked first: then it refused the part, too.
 * Rejects when it does not respond.
 */
async function readiness(signal: AbortSignal): Promise<'at once' | 'late'> {
  for (let asked = 0; ; asked += 1) {
    try {
      await call(ping, { signal });
      return asked === 0 ? 'at once' : 'late';
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'unavailable') throw error;
      await new Promise((done) => setTimeout(done, STARTING_MS));
      signal.throwIfAborted();
    }
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
  const wasSilent = useRef(false);
  // Finds out whether the server responds. If not, its return is noticed; if so, it came back meanwhile, and one more
  // attempt may do. Without that, only the button tries again.
  useEffect(() => {
    if (isSilent) {
      wasSilent.current = true;
      return undefined;
    }
    const left = new AbortController();
    readiness(left.signal).then(
      (ready) =>
        !left.signal.aborted && (ready === 'late' || wasSilent.current || !isAgain) && latest.current('itself'),
      () => undefined,
    );
    return () => left.abort();
  }, [isSilent, isAgain]);
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
