import { useTexts } from '@berth/web/i18n/store.ts';
import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronDown, IconEye, IconLayoutSidebarRightCollapse } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Draft } from '../use-draft.ts';
import styles from './preview-place.module.css';

const Preview = lazy(() => import('./preview.tsx'));
const DraftImpact = lazy(async () => ({ default: (await import('./draft-impact.tsx')).DraftImpact }));

/** Windows with room for it next to the form. */
const WIDE = '(min-width: 1440px)';
/** Whether this browser's user hid the preview beside the form. */
const HIDDEN_KEY = 'profile-preview-hidden';

export interface PreviewPlace {
  readonly isBeside: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** Next to the form on wide screens, open by default; otherwise a strip above it, initially closed. */
export function usePreviewPlace(): PreviewPlace {
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const [isHidden, setHidden] = useState(() => localStorage.getItem(HIDDEN_KEY) !== null);
  const [isStripOpen, setStripOpen] = useState(false);
  if (!isWide) return { isBeside: false, isOpen: isStripOpen, toggle: () => setStripOpen(!isStripOpen) };
  const toggle = () => {
    if (isHidden) localStorage.removeItem(HIDDEN_KEY);
    else localStorage.setItem(HIDDEN_KEY, 'true');
    setHidden(!isHidden);
  };
  return { isBeside: !isHidden, isOpen: !isHidden, toggle };
}

interface PlacedPreviewProps {
  readonly draft: Draft;
  readonly place: PreviewPlace;
}

/** A strip above the form that opens the preview. */
export function PreviewStrip({ draft, place }: PlacedPreviewProps): ReactNode {
  const { t } = useTexts();
  return (
    <div className={styles.strip}>
      <button type="button" className={styles.toggle} aria-expanded={place.isOpen} onClick={place.toggle}>
        <IconEye size={16} stroke={1.5} aria-hidden />
        <span>{t(place.isOpen ? 'console.preview.hide' : 'console.preview.show')}</span>
        <IconChevronDown className={styles.chevron} size={16} stroke={1.5} aria-hidden />
      </button>
      {place.isOpen && (
        <div className={styles.below}>
          <Suspense>
            <Preview draft={draft} />
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** The preview as a column of the page. */
export function PreviewBeside({ draft, place }: PlacedPreviewProps): ReactNode {
  const { t } = useTexts();
  return (
    <aside className={styles.beside} aria-label={t('console.preview.title')}>
      <Suspense>
        <Preview
          draft={draft}
          action={
            <ActionIcon variant="subtle" color="gray" aria-label={t('console.preview.hide')} onClick={place.toggle}>
              <IconLayoutSidebarRightCollapse size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          }
        />
        <DraftImpact draft={draft} />
      </Suspense>
    </aside>
  );
}
