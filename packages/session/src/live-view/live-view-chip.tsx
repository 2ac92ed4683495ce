import { useTexts } from '@berth/web/i18n/store.ts';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useSessionState } from '../state/session.ts';
import styles from './live-view.module.css';

interface ChipProps {
  readonly className: string | undefined;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Shows in the Status Bar that the console may view this screen, and whether it does right now. */
export default function LiveViewChip({ className = '', isOpen, onToggle }: ChipProps) {
  const { t } = useTexts();
  const state = useSessionState(({ liveView }) => liveView);
  if (!state?.enabled) return null;
  const Icon = state.allowed ? IconEye : IconEyeOff;
  return (
    <>
      <button
        type="button"
        className={`${className} ${state.watched ? styles.watched : ''}`}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <Icon size={20} aria-hidden />
        <span className={state.watched ? undefined : 'visually-hidden'}>
          {t(state.watched ? 'screens.live.watched' : 'screens.live')}
        </span>
      </button>
      {/* Announced to screen readers, too; inside the button it would replace its name. */}
      <span className="visually-hidden" role="status">
        {state.watched && t('screens.live.watched')}
      </span>
    </>
  );
}
