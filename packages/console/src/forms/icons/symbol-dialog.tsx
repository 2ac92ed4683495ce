import { useTexts } from '@berth/web/i18n/store.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { SymbolIcon } from '@berth/web/ui/symbol.tsx';
import { Button, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { Notice } from '../../ui/notice.tsx';
import styles from './symbol-dialog.module.css';

/** Number of symbols that fit; more words narrow them down. */
const SHOWN_MAX = 120;

interface SymbolDialogProps {
  readonly chosen: string;
  readonly onChoose: (symbol: string) => void;
  readonly onClose: () => void;
}

/** Finds one of five thousand symbols by its content or use. */
export default function SymbolDialog({ chosen, onChoose, onClose }: SymbolDialogProps): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  const { words, failed } = useWords();
  const found = useMemo(() => (words ? findSymbols(words, wanted) : []), [words, wanted]);
  const shown = found.slice(0, SHOWN_MAX);
  const current = shown.includes(chosen) ? chosen : shown[0];
  return (
    <Dialog
      title={t('forms.symbol.title')}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      }
    >
      <TextInput
        type="search"
        data-autofocus
        label={t('forms.symbol.search')}
        description={t('forms.symbol.hint')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {failed && <Notice tone="bad">{t('errors.offline')}</Notice>}
      <fieldset className={styles.grid} aria-label={t('forms.symbol.title')} onKeyDown={moveFocus}>
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.symbol}
            title={name}
            aria-label={name}
            aria-pressed={name === chosen}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            <SymbolIcon name={name} className={styles.picture} />
          </button>
        ))}
      </fieldset>
      <p className={styles.count} role="status">
        {words && t('forms.symbol.count', { count: found.length, more: found.length - shown.length })}
      </p>
    </Dialog>
  );
}

function useWords(): { readonly words: SymbolWords | undefined; readonly failed: boolean } {
  const [words, setWords] = useState<SymbolWords>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    fetch('/symbols/words.json', { signal: abort.signal })
      .then((response) => response.json())
      .then(setWords)
      .catch(() => abort.signal.aborted || setFailed(true));
    return () => abort.abort();
  }, []);
  return { words, failed };
}

/** Arrow keys move between symbols as they are laid out on the screen. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const first = buttons[0];
  if (at === -1 || !first) return;
  const inRow = buttons.filter((button) => button.offsetTop === first.offsetTop).length;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: inRow,
    ArrowUp: -inRow,
  };
  const target = buttons[at + (steps[event.key] ?? 0)];
  if (!(event.key in steps) || !target) return;
  event.preventDefault();
  target.focus();
}

/** Common symbols of tiles, shown without a search. */
const SUGGESTED = `
  app-window world browser device-desktop device-desktop-share screen-share terminal-2 users user-circle phone
  video message mail calendar clock chalkboard presentation file-text folder cloud database server chart-bar
  report-analytics table list-check printer scan qrcode key lock shield-check settings tool help-circle
  info-circle home building map-pin truck package shopping-cart credit-card receipt coin book school news photo
  music player-play coffee heart star bell search
`
  .trim()
  .split(/\s+/);

/** Search words of each symbol, by name. */
export type SymbolWords = Readonly<Record<string, string>>;

/** Symbols that contain every word of the query in their name or search words; matches by name first. */
function findSymbols(words: SymbolWords, query: string): string[] {
  const wanted = query
    .toLowerCase()
    .split(/[\s-]+/)
    .filter(Boolean);
  if (wanted.length === 0) return SUGGESTED.filter((name) => Object.hasOwn(words, name));
  return Object.entries(words)
    .map(([name, more]) => ({ name, rank: rankOf(name, more, wanted) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank || a.name.length - b.name.length || a.name.localeCompare(b.name))
    .map(({ name }) => name);
}

function rankOf(name: string, more: string, wanted: readonly string[]): number {
  const ranks = wanted.map((word) => {
    if (name === word || name.startsWith(`${word}-`)) return 4;
    if (name.includes(`-${word}`)) return 3;
    if (name.includes(word)) return 2;
    return more.includes(word) ? 1 : 0;
  });
  return ranks.some((rank) => rank === 0) ? 0 : ranks.reduce<number>((sum, rank) => sum + rank, 0);
}
