import { isObject } from '@berth/contract/profile/nodes';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { TextControl } from '../controls/text.tsx';
import type { ControlProps } from '../controls/use-control.ts';
import { PictureError, readPicture } from '../files/read-picture.ts';
import { type PageFacts, ReadPageContext, useForm } from '../form-context.tsx';
import { innerPath, keysOf, valueAt } from '../state/values-at-path.ts';
import styles from './page.module.css';

/** Maximum length of a tile's icon in the profile. */
const ICON_LENGTH_MAX = 512 * 1024;

type Reading = 'reading' | 'read' | 'unreached' | undefined;

/** The URL of a session; names and icon are filled in from the page, unless the user has chosen them. */
export function PageControl(props: ControlProps): ReactNode {
  const { t } = useTexts();
  const page = useNamingByPage(props);
  const { reading } = page;
  const url = typeof props.data === 'string' ? props.data : '';
  const mayRead = props.enabled && page.isPossible && isPage(startOf(url)) && reading !== 'reading';
  return (
    <TextControl
      {...props}
      onLeft={page.follow}
      below={
        (mayRead || reading !== undefined) && (
          <div className={styles.below}>
            <span role="status" className={styles.state}>
              {reading && t(`forms.page.${reading}`)}
            </span>
            {mayRead && (
              <Button variant="subtle" size="compact-sm" onClick={() => page.take(url)}>
                {t('forms.page.take')}
              </Button>
            )}
          </div>
        )
      }
    />
  );
}

/** The name or address of a computer, also used as the tile's name. */
export function ComputerControl(props: ControlProps): ReactNode {
  const named = useNamed(props);
  return (
    <TextControl
      {...props}
      onLeft={(text) => {
        const name = text.replace(/:\d+$/, '');
        if (name !== '' && named.isCurrent(text)) named.name(name, false);
      }}
    />
  );
}

/** Fills in the form's name fields, unless the user has filled them in. */
function useNamed({ path, uischema }: ControlProps) {
  const { store } = useForm();
  const base = keysOf(path).slice(0, -1).join('.');
  /** The last text filled into each field, which the next page may replace. */
  const written = useRef(new Map<string, unknown>());
  const entry = () => {
    const value = valueAt(store.state().data, base);
    return isObject(value) ? value : {};
  };
  const isFree = (field: string) => {
    const value = entry()[field];
    return value === undefined || value === '' || value === written.current.get(field);
  };
  const write = (field: string, value: unknown) => {
    written.current.set(field, value);
    store.change(innerPath(base, field), value);
    selectFocused(innerPath(base, field));
  };
  return {
    entry,
    write,
    written: written.current,
    isCurrent: (text: string) => valueAt(store.state().data, path) === text,
    name(name: string, isForced: boolean) {
      for (const field of uischema.options?.named ?? []) if (isForced || isFree(field)) write(field, name);
    },
  };
}

/** Selects the text of a focused field that was filled in, so that typing replaces it. */
function selectFocused(path: string): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement)) return;
  if (activeElement.closest<HTMLElement>('[data-path]')?.dataset.path === path) activeElement.select();
}

function useNamingByPage(props: ControlProps) {
  const readPage = useContext(ReadPageContext);
  const [reading, setReading] = useState<Reading>();
  const named = useNamed(props);
  const asked = useRef(props.data);
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  async function run(url: string, isForced: boolean): Promise<void> {
    asked.current = url;
    abort.current?.abort();
    const attempt = new AbortController();
    abort.current = attempt;
    const { signal } = attempt;
    setReading('reading');
    const start = new URL(startOf(url));
    const page = await readPage?.(start.href, signal).catch(() => undefined);
    const icon = page?.icon ? await pictureOf(page.icon) : undefined;
    // Another address was entered meanwhile, or the entry has moved.
    if (signal.aborted || !named.isCurrent(url)) return;
    setReading(page?.reached ? 'read' : 'unreached');
    if (isForced && !page?.reached) return;
    named.name(page?.title ?? start.hostname.replace(/^www\./, ''), isForced);
    const before = named.entry().icon;
    if (!isObject(before) || !(isForced || isOwnIcon(before, named.written.get('icon')))) return;
    if (icon !== undefined) named.write('icon', { ...before, type: 'image', image: icon });
  }

  return {
    reading,
    isPossible: readPage !== undefined,
    /** Reads the page of a new address. */
    follow(url: string) {
      if (readPage && url !== asked.current && isPage(startOf(url))) void run(url, false);
    },
    /** Applies title and icon, replacing the fields' content. */
    take: (url: string) => void run(url, true),
  };
}

/** Whether the icon was not chosen by a user: it comes from a page, or is the session type's default. */
function isOwnIcon(icon: Readonly<Record<string, unknown>>, written: unknown): boolean {
  return icon === written || (icon.type === 'symbol' && DEFAULT_SYMBOLS.some((symbol) => symbol === icon.symbol));
}

/** Default symbols of sessions, current and former. */
const DEFAULT_SYMBOLS = ['world', 'browser', 'app-window'];

/** The address up to the first value that each machine fills in. */
function startOf(url: string): string {
  return url.replace(/\{\{.*$/, '');
}

function isPage(url: string): boolean {
  return /^https?:\/\/./.test(url) && URL.canParse(url);
}

/** The page's icon as a tile's image; undefined if the browser cannot render it. */
async function pictureOf(icon: NonNullable<PageFacts['icon']>): Promise<string | undefined> {
  const [, type = '', base64 = ''] = /^data:([^;]+);base64,(.*)$/.exec(icon) ?? [];
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  try {
    return await readPicture(new File([bytes], 'icon', { type }), { accept: 'image/png', maxLength: ICON_LENGTH_MAX });
  } catch (error) {
    if (error instanceof PictureError) return undefined;
    throw error;
  }
}
