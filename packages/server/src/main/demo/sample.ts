import { randomUUID } from 'node:crypto';
import { createBilling, grantCredits, purchaseCredits, setUpPayment } from '@berth/contract/api/billing';
import { API_BASE_PATH, type Endpoint, type ReplyOf } from '@berth/contract/api/endpoint';
import { acceptInvitation, inviteMember } from '@berth/contract/api/members';
import { createOrganization } from '@berth/contract/api/organizations';
import { issueProductIds } from '@berth/contract/api/product-ids';
import { createProfile } from '@berth/contract/api/profiles';
import type { Hardware } from '@berth/contract/device/messages';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { type Deployment, isLicensed } from '@berth/contract/limits';
import type { Person } from '../../features/identity/tokens/issue.ts';
import { PROFILES } from './profiles.ts';

/** The data of the demo's machines. */
export interface Sample {
  readonly organizationId: OrganizationId;
  readonly machines: readonly SampleMachine[];
}

interface SampleMachine {
  readonly name: string;
  readonly deployment: Deployment;
  readonly profileId: ProfileId;
  readonly tags: readonly string[];
  readonly productId?: string;
  readonly hardware: Partial<Hardware>;
  readonly user?: string;
  /** Registered but never started; or started in need of a reboot. */
  readonly problem?: DemoProblem;
}

type DemoProblem = 'away' | 'faulty' | 'reboot';

/** Three machines with different reasons to look after them. */
const PROBLEMS: Readonly<Record<string, DemoProblem>> = {
  'Dispatch 6': 'away',
  'Workbench 5': 'faulty',
  'Accounting 4': 'reboot',
};

/** Fills an empty Berth with a sample organization, using the public API. */
export async function fillDemo(
  server: string,
  people: { readonly visitor: Person; readonly colleague: Person; readonly operator: Person },
): Promise<Sample> {
  const { visitor, colleague, operator } = people;
  const call = caller(server);
  const { data } = await call(createOrganization, visitor, { body: { name: 'Sample Company' } });
  const organizationId = data.id;
  const ofOrganization = { params: { id: organizationId } };

  await call(inviteMember, visitor, { ...ofOrganization, body: { email: colleague.email, role: 'operator' } });
  await call(acceptInvitation, colleague, ofOrganization);
  await call(inviteMember, visitor, { ...ofOrganization, body: { email: 'sam@berth.example', role: 'viewer' } });

  await call(createBilling, visitor, {
    ...ofOrganization,
    body: {
      company: 'Sample Company GmbH',
      email: visitor.email,
      street: 'Ring 1',
      postcode: '20457',
      city: 'Hamburg',
      country: 'DE',
      vatId: 'DE136695976',
    },
  });
  await call(setUpPayment, visitor, ofOrganization);
  await call(purchaseCredits, visitor, { ...ofOrganization, body: { credits: 50, key: randomUUID() } });
  const gift = { credits: 250, reason: 'A start for visitors', key: randomUUID() };
  await call(grantCredits, operator, { ...ofOrganization, body: gift });

  const machines: SampleMachine[] = [];
  for (const { name, deployment, definition, places } of PROFILES) {
    const body = { name, organizationId, deployment, definition };
    const { id: profileId } = await call(createProfile, visitor, { body });
    for (const { name: place, count, tag, model, users = [] } of places) {
      for (let number = 1; number <= count; number += 1) {
        const name = count === 1 ? place : `${place} ${number}`;
        const user = users[number - 1];
        const hardware = hardwareOf(machines.length, model);
        const problem = PROBLEMS[name];
        const own = { ...(user && { user }), ...(problem && { problem }) };
        const machine = { name, deployment, profileId, tags: [tag], hardware, ...own };
        const [issued] = isLicensed(deployment)
          ? await call(issueProductIds, operator, { body: { deployment, count: 1, note: machine.name } })
          : [];
        machines.push({ ...machine, ...(issued && { productId: issued.productId }) });
      }
    }
  }
  return { organizationId, machines };
}

/** Fields that differ between machines of one manufacturer: serial number and addresses. */
function hardwareOf(index: number, model: string): Partial<Hardware> {
  const mac = `02:00:5e:10:20:${(index + 16).toString(16)}`;
  const interfaces = [{ name: 'eth0', mac, addresses: [`10.20.4.${index + 31}`] }];
  return { model, serial: `5CG3221${(index * 37 + 401).toString(36).toUpperCase().padStart(3, '0')}`, interfaces };
}

type Call = <const E extends Endpoint>(
  endpoint: E,
  person: Person,
  sent: {
    readonly params?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: unknown;
    /** The revision that a change starts from. */
    readonly ifMatch?: number;
  },
) => Promise<ReplyOf<E>>;

/** Calls a server's API as a person. Rejects with the error reply. */
export function caller(server: string): Call {
  return async <const E extends Endpoint>(endpoint: E, person: Person, sent: Parameters<Call>[2]) => {
    const { params = {}, query = {}, body, ifMatch } = sent;
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const reply = await fetch(`${server}${API_BASE_PATH}${path}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${person.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${endpoint.id} answered ${reply.status}: ${text.slice(0, 500)}`);
    // The contract declares the type of the reply; the server's tests check it.
    return (text === '' ? null : JSON.parse(text)) as ReplyOf<E>;
  };
}
