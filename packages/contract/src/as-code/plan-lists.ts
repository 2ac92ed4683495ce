import type { Schedule } from '../api/schedules.ts';
import { cleanName, normalizeEmail } from '../rules/text.ts';
import { canonical } from './compare.ts';
import { type Drafts, fieldDifferences, paired } from './draft.ts';
import type { FindProfile } from './plan-profiles.ts';
import type { State } from './state.ts';
import type { Wanted, WantedCode, WantedSchedule, WantedWebhook } from './wanted.ts';

export function planSchedules(
  drafts: Drafts,
  { schedules: wanted }: Wanted,
  { schedules: existing = [] }: State,
): void {
  if (!wanted) return;
  const { pairs, rest } = paired(wanted, existing, { want: ({ name }) => cleanName(name), have: ({ name }) => name });
  for (const want of wanted) {
    const have = pairs.get(want);
    const body = scheduleFields(want);
    const about = { section: 'schedules', name: want.name, wanted: want } as const;
    if (!have) {
      drafts.add('create', {
        ...about,
        call: { call: 'schedules.create', body },
        differences: fieldDifferences({}, body),
      });
      continue;
    }
    const differences = fieldDifferences(scheduleFields(have), body);
    if (differences.length === 0) continue;
    const params = { scheduleId: have.id };
    drafts.add('change', {
      ...about,
      call: { call: 'schedules.change', params, body, ifMatch: have.revision },
      differences,
      id: have.id,
    });
  }
  for (const { id, name, revision } of rest) {
    const call = { call: 'schedules.delete', params: { scheduleId: id }, ifMatch: revision } as const;
    drafts.add('delete', { section: 'schedules', name, call, id });
  }
}

function scheduleFields(schedule: WantedSchedule | Schedule): Record<string, unknown> {
  const { name, type, msg, tag, filter, days, date, time, windowMinutes, timeZone, enabled } = schedule;
  const fields = { name: cleanName(name), type, msg, tag, filter, days, date, time, windowMinutes, timeZone, enabled };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));
}

/** Codes have no name: there is one, or there is none, for a profile with a variant and tags. */
export function planCodes(drafts: Drafts, { codes: wanted }: Wanted, state: State, profileNamed: FindProfile): void {
  if (!wanted) return;
  const existing = state.codes ?? [];
  const kept = new Set<object>();
  const seen = new Set<string>();
  for (const want of wanted) {
    const { profile, deployment, tags = [], uses, validHours } = want;
    const found = profileNamed(profile);
    if (!found) {
      drafts.fault(want, '/profile', `"${profile}" is no profile`);
      continue;
    }
    const same =
      'id' in found
        ? existing.filter((code) => codeKey(found.id, code) === codeKey(found.id, want) && code.profileId === found.id)
        : [];
    const key = codeKey(profile, want);
    if (seen.has(key)) drafts.fault(want, '/profile', 'the same profile, variant and tags are in another entry');
    seen.add(key);
    for (const each of same) kept.add(each);
    if (same.length > 0) continue;
    const fields = { deployment, tags: [...tags], uses, validHours };
    drafts.add('create', {
      section: 'codes',
      name: codeName(profile, want),
      call: { call: 'enrolment.create', body: { profileId: 'id' in found ? found.id : '', ...fields } },
      uses: 'step' in found ? [{ at: '/body/profileId', step: found.step }] : [],
      differences: fieldDifferences({}, fields),
      wanted: want,
    });
  }
  const names = new Map<string, string>((state.profiles ?? []).map(({ id, name }) => [id, name]));
  for (const code of existing) {
    if (kept.has(code)) continue;
    drafts.add('delete', {
      section: 'codes',
      name: `${codeName(names.get(code.profileId) ?? code.profileId, code)} (…${code.hint})`,
      call: { call: 'enrolment.delete', params: { codeId: code.id } },
      id: code.id,
    });
  }
}

function codeKey(profile: string, { deployment, tags = [] }: Pick<WantedCode, 'deployment' | 'tags'>): string {
  return canonical([profile, deployment, tags.map((tag) => tag.normalize('NFC')).toSorted()]);
}

function codeName(profile: string, { deployment, tags = [] }: Pick<WantedCode, 'deployment' | 'tags'>): string {
  return [profile, deployment, ...tags.toSorted()].join(' ');
}

export function planWebhooks(drafts: Drafts, { webhooks: wanted }: Wanted, { webhooks: existing = [] }: State): void {
  if (!wanted) return;
  const { pairs, rest } = paired(wanted, existing, { want: ({ url }) => url, have: ({ url }) => url });
  for (const want of wanted) {
    const have = pairs.get(want);
    const fields = webhookFields(want);
    const { url, events, enabled } = fields;
    const about = { section: 'webhooks', name: url, wanted: want } as const;
    if (!have) {
      const call = { call: 'webhooks.create', body: { url, events } } as const;
      const step = drafts.add('create', { ...about, call, differences: fieldDifferences({}, fields) });
      if (enabled) continue;
      // A new webhook is on.
      const off = { call: 'webhooks.change', params: { webhookId: '' }, body: { enabled } } as const;
      const uses = [{ at: '/params/webhookId', step }];
      drafts.add('create', { ...about, call: off, uses });
      continue;
    }
    const differences = fieldDifferences(webhookFields(have), fields);
    if (differences.length === 0) continue;
    const call = { call: 'webhooks.change', params: { webhookId: have.id }, body: fields } as const;
    drafts.add('change', { ...about, call, differences, id: have.id });
  }
  for (const { id, url } of rest) {
    const call = { call: 'webhooks.delete', params: { webhookId: id } } as const;
    drafts.add('delete', { section: 'webhooks', name: url, call, id });
  }
}

function webhookFields({ url, events, enabled }: Pick<WantedWebhook, 'url' | 'events' | 'enabled'>) {
  return { url, events: [...new Set(events)].toSorted(), enabled };
}

export function planMembers(drafts: Drafts, { members: wanted }: Wanted, { members: existing }: State): void {
  if (!wanted || !existing) return;
  const roles = new Map(existing.users.map(({ email, role }) => [normalizeEmail(email), role]));
  const invited = new Map(existing.invited.map(({ email, role }) => [normalizeEmail(email), role]));
  const seen = new Set<string>();
  for (const want of wanted) {
    const email = normalizeEmail(want.email);
    if (seen.has(email)) drafts.fault(want, '/email', 'is in another entry');
    seen.add(email);
    const role = roles.get(email);
    const now = role ?? invited.get(email);
    if (now === want.role) continue;
    if (role === 'owner' || want.role === 'owner') {
      drafts.fault(want, '/role', 'the owner of an organization cannot be changed');
      continue;
    }
    const about = { section: 'members', name: email, wanted: want } as const;
    const body = { email, role: want.role };
    const differences = [{ path: 'role', before: now, after: want.role }];
    if (role !== undefined)
      drafts.add('change', { ...about, call: { call: 'members.changeRole', body }, differences, id: email });
    else drafts.add('create', { ...about, call: { call: 'members.invite', body }, differences });
  }
  for (const [email, role] of roles) {
    if (seen.has(email) || role === 'owner') continue;
    drafts.add('delete', {
      section: 'members',
      name: email,
      call: { call: 'members.remove', body: { email } },
      id: email,
    });
  }
  for (const email of invited.keys()) {
    if (seen.has(email)) continue;
    const call = { call: 'members.withdraw', body: { email } } as const;
    drafts.add('delete', { section: 'members', name: `${email} (invited)`, call, id: email });
  }
}
