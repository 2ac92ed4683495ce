import type { AuditHead } from '@berth/contract/device/messages';
import type { OrganizationId } from '@berth/contract/ids';
import { describe, expect, it } from 'vitest';
import { emptyState, parseState } from '../state/machine-state.ts';
import { memoryStore } from '../state/store.ts';
import { type Log, silentLog } from '../system/log.ts';
import { followAuditHead } from './audit-heads.ts';

const ORGANIZATION = '00000000-0000-4000-8000-000000000001' as OrganizationId;
const OTHER = '00000000-0000-4000-8000-000000000002' as OrganizationId;
const head = (sequence: number, digit = 'a'): AuditHead => ({ sequence, hash: digit.repeat(64) });

function open() {
  const store = memoryStore();
  const shown: AuditHead[][] = [];
  const errors: unknown[] = [];
  const day = { today: 1 };
  const log: Log = { ...silentLog, error: (...said: unknown[]) => void errors.push(said) };
  const follow = followAuditHead({
    store,
    log,
    show: (heads) => void shown.push([...heads]),
    today: () => `2026-11-${String(day.today).padStart(2, '0')}`,
  });
  return { store, shown, errors, day, follow };
}

describe('the audit log heads that a machine stores', () => {
  it('are the last head of each day and are sent at the next welcome', () => {
    const { store, shown, day, follow } = open();
    follow(ORGANIZATION, head(3));
    follow(ORGANIZATION, head(5));
    day.today = 2;
    follow(ORGANIZATION, head(8));
    follow(ORGANIZATION, head(8));
    expect(store.state.auditHeads.map(({ sequence }) => sequence)).toEqual([5, 8]);
    expect(shown.map((heads) => heads.map(({ sequence }) => sequence))).toEqual([[3], [5], [5, 8]]);
  });

  it.each([
    ['is cut off', head(4)],
    ['has another entry there', head(8, 'b')],
  ])('do not change if the log %s', (_, named) => {
    const { store, shown, errors, follow } = open();
    follow(ORGANIZATION, head(8));
    follow(ORGANIZATION, named);
    follow(ORGANIZATION, named);
    expect(store.state.auditHeads).toMatchObject([head(8)]);
    expect(shown).toEqual([[head(8)], [head(8)]]);
    expect(errors).toHaveLength(2);
  });

  it('belong to one organization and cover thirty days', () => {
    const { store, shown, day, follow } = open();
    for (; day.today <= 40; day.today += 1) follow(ORGANIZATION, head(day.today));
    expect(store.state.auditHeads.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 30 }, (_, n) => n + 11),
    );
    follow(OTHER, head(2));
    expect(shown.at(-1)).toHaveLength(30);
    expect(store.state.auditHeads).toMatchObject([{ organizationId: OTHER, ...head(2) }]);
  });

  it('are empty in an older agent’s state', () => {
    const { auditHeads: _, ...older } = emptyState;
    expect(parseState({ ...older, language: 'de-CH' }, silentLog)).toMatchObject({ auditHeads: [], language: 'de-CH' });
  });
});
