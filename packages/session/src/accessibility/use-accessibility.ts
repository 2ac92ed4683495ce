import { useEffect } from 'react';
import { useSessionState } from '../state/session.ts';
import './accessibility.css';

/** Applies the person's choices to the page. */
export function useAccessibility(): void {
  const state = useSessionState(({ accessibility }) => accessibility);
  useEffect(() => {
    const root = document.documentElement;
    root.toggleAttribute('data-large-text', state?.largeText === true);
    root.toggleAttribute('data-high-contrast', state?.highContrast === true);
  }, [state]);
}
