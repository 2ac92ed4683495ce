import type { Machine } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import { loadTexts, useTexts } from '@berth/web/i18n/store.ts';
import { goTo, paths } from '@berth/web/paths/paths.ts';
import { IconAdjustments } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { profilesQuery } from '../organizations/queries.ts';
import type { FindSettings } from '../profiles/find-setting.ts';
import { PAGES, partAt } from '../profiles/form-list.ts';
import type { PaletteItem } from './results.tsx';

/** Maximum fields per profile, after the pages of settings. */
const FIELDS = 6;
/** The path of a profile's page. */
const PROFILE_PAGE = /^\/manage\/profile\/([0-9a-f-]{36})\b/;

/**
 * Settings by the names of their pages and fields: of the open profile, or of the open machine's profile, or else of all
 * profiles.
 */
export function useSettings(
  orgId: OrganizationId | null,
  machine: Machine | undefined,
  text: string,
): readonly PaletteItem[] {
  const texts = useTexts();
  const find = useFinder();
  const { data = [] } = useQuery({ ...profilesQuery(orgId ?? ('' as OrganizationId)), enabled: orgId !== null });
  if (text.trim() === '') return [];
  const open = PROFILE_PAGE.exec(location.pathname)?.[1] ?? machine?.profileId ?? undefined;
  const profiles = data.filter(({ id }) => open === undefined || id === open);
  const pages = PAGES.flatMap(({ icon, parts }) =>
    parts.map(({ form, label }) => ({ key: label, form, icon, name: texts.t(label), place: '' })),
  );
  // A field with its page's name has the same target.
  const found = (find?.(text, texts) ?? []).filter(({ label }) => !pages.some(({ name }) => name === label));
  const fields = found.slice(0, FIELDS).flatMap(({ pointer, label, place }) => {
    const form = partAt(pointer)?.part.form;
    return form === undefined ? [] : [{ key: pointer, form, icon: IconAdjustments, name: label, place }];
  });
  return [...pages, ...fields].flatMap(({ key, form, icon, name, place }) =>
    profiles.map((profile) => ({
      id: `${profile.id}${key}`,
      group: 'settings',
      icon,
      name,
      hint: place === '' ? profile.name : `${place} · ${profile.name}`,
      run: () => goTo(paths.profile(profile.id, form)),
    })),
  );
}

/** Finds fields once all forms of a profile and their texts are loaded. */
function useFinder(): FindSettings | undefined {
  const [find, setFind] = useState<FindSettings>();
  useEffect(() => {
    const load = async () => {
      const [finder] = await Promise.all([import('../profiles/find-setting.ts'), loadTexts(['profile', 'forms'])]);
      return finder.loadFinder();
    };
    // Pages are found even without them.
    load().then(
      (loaded) => setFind(() => loaded),
      () => undefined,
    );
  }, []);
  return find;
}
