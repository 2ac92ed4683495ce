// @vitest-environment happy-dom
import type { OrganizationId } from '@berth/contract/ids';
import { createElement } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { showConsolePart } from '../testing/console-part.tsx';
import { activateOrganization, activeOrganizationId, useOrganizationOfNewTabs } from './active-organization.ts';

const FIRST = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const SECOND = '00000000-0000-4000-8000-000000000002' as OrganizationId;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

/** A choice in another tab, which has its own session storage. */
function chooseInOtherTab(id: OrganizationId): void {
  const own = { ...sessionStorage };
  activateOrganization(id);
  sessionStorage.clear();
  for (const [key, value] of Object.entries(own)) sessionStorage.setItem(key, value);
}

it('a new tab begins in the organization chosen last', () => {
  chooseInOtherTab(SECOND);
  expect(activeOrganizationId()).toBe(SECOND);
});

it('a tab keeps its organization when another tab chooses one, also the tab that had none', () => {
  activateOrganization(FIRST);
  chooseInOtherTab(SECOND);
  expect(activeOrganizationId()).toBe(FIRST);
  activateOrganization(null);
  chooseInOtherTab(SECOND);
  expect(activeOrganizationId()).toBeNull();
});

it('a tab opened from another begins in the organization of that one', async () => {
  activateOrganization(FIRST);
  await showConsolePart(createElement(Frame));
  chooseInOtherTab(SECOND);
  dispatchEvent(new Event('focus'));
  sessionStorage.clear();
  expect(activeOrganizationId()).toBe(FIRST);
});

function Frame(): null {
  useOrganizationOfNewTabs();
  return null;
}
