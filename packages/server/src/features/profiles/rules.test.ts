import { changeProfile } from '@berth/contract/api/profiles';
import type { RuleExample } from '@berth/contract/testing/rule-table';
import { SESSION_RULES } from '@berth/contract/testing/rules-sessions';
import { SYSTEM_RULES } from '@berth/contract/testing/rules-system';
import { THINHOC_RULES } from '@berth/contract/testing/rules-thinhoc';
import { BUTTON_RULES, IMAGE_RULES, QR_RULES, TEXT_RULES, WIDGET_RULES } from '@berth/contract/testing/rules-widgets';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createTenant, profileOf, type Tenant } from '../../testing/fleet.ts';
import { faultPaths, testBreaches } from '../../testing/rule-breaches.ts';
import { bootServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let tenant: Tenant;
beforeAll(async () => {
  server = await bootServer();
  tenant = await createTenant(server);
});
afterAll(() => server.stop());

const LAYOUT = '/thinhoc/customization/dashboard/layouts/0';

/** A widget's rules as rules of the definition that holds the widget. */
function inWidget(type: string, rules: readonly RuleExample[]): RuleExample[] {
  const around = (value: unknown) => ({
    name: 'Lobby',
    layout: [{ id: 'a', x: 0, y: 0, w: 1, h: 1, widget: { type, [type]: value } }],
  });
  return rules.map(({ rule, invalid }) => ({
    rule,
    at: LAYOUT,
    valid: [],
    invalid: invalid.map(({ value, faults }) => ({
      value: around(value),
      faults: faults.map((fault) => `/layout/0/widget/${type}${fault}`),
    })),
  }));
}

const rules: readonly RuleExample[] = [
  ...SYSTEM_RULES,
  ...SESSION_RULES,
  ...THINHOC_RULES,
  ...WIDGET_RULES.map((each) => ({ ...each, at: `${LAYOUT}/layout/0/widget${each.at}` })),
  ...inWidget('button', BUTTON_RULES),
  ...inWidget('qr', QR_RULES),
  ...inWidget('image', IMAGE_RULES),
  ...inWidget('text', TEXT_RULES),
];

describe('an invalid definition is rejected with the field name', () => {
  testBreaches(rules, async (definition) => {
    const { revision } = await profileOf(server, tenant);
    const { owner, profileId } = tenant;
    const sent = { params: { id: profileId }, token: owner.token, body: { definition } };
    const { status, json } = await server.call(changeProfile, sent);
    const stored = await profileOf(server, tenant);
    const saved = status === 200;
    if (!saved) expect({ status, revision: stored.revision }).toEqual({ status: 422, revision });
    return { saved, refused: faultPaths(json), stored: stored.definition };
  });
});
