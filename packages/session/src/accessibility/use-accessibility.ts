import { useEffect } from 'react';
import { enlargeText } from '../appearance.ts';
import { useSessionState } from '../state/session.ts';
import './accessibility.css';

/** Applies the user's accessibility settings to the page. */
export function useAccessibility(): void {
  const state = useSessionState(({ accessibility }) => accessibility);
  useEffect(() => {
    enlargeText(state?.largeText === true);
    document.documentElement.toggleAttribute('data-high-contrast', state?.highContrast === true);
  }, [state]);
}
