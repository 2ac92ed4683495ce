// @vitest-environment happy-dom
import type { Machine } from '@berth/contract/api/machines';
import { beforeEach, expect, it, vi } from 'vitest';
import { startTexts } from '../../i18n/store.ts';
import { answerTexts } from '../../testing/answer-texts.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { MessagesNotice } from './machine/messages-notice.tsx';
import { RevisionStatus } from './machine-status.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['console', 'machines']);
});

const refused = { online: true, appliedRevision: 7, desiredRevision: 7, messages: ['/thinhoc/kiosk: unknown session'] };

it('a machine that refused a part of its profile does not look current in the list', async () => {
  const page = await showConsolePart(<RevisionStatus machine={refused as unknown as Machine} />);
  expect(page.textContent).toContain('Configuration refused');
  expect(page.textContent).not.toContain('Current');
  expect(page.querySelector('[title]')?.getAttribute('title')).toBe(refused.messages[0]);
  const fine = await showConsolePart(<RevisionStatus machine={{ ...refused, messages: [] } as unknown as Machine} />);
  expect(fine.textContent).toContain('Current (rev. 7)');
});

it('its page says what it refused', async () => {
  const page = await showConsolePart(<MessagesNotice messages={refused.messages} />);
  expect(page.querySelector('[role=alert]')?.textContent).toContain(refused.messages[0]);
  const fine = await showConsolePart(<MessagesNotice messages={[]} />);
  expect(fine.querySelector('[role=alert]')).toBeNull();
});
