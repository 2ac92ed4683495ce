import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT, OPEN_DEPLOYMENTS } from '@berth/contract/limits';
import type { FleetOptions } from './fleet.ts';
import type { Berth } from './registration.ts';

export const USAGE = `Many virtual machines: the real agent over a system in memory.

  --server URL         the cloud; http://localhost:8080
  --machines N         how many; 10
  --per-second N       how many start each second; 200
  --name TEXT          what their names begin with; Virtual
  --churn N            how many each minute go away for some seconds; 0
  --latency MS         how much longer everything between them and the gateway takes, each way; 0
  --kbit N             thousands of bits a second that each of them gets, each way; 0: all there are
  --loss N             connections lost each minute: one is cut, the next falls silent, in turn; 0
  --slow MS            how long a machine takes to keep what it learned, as on a slow disk; 0
  --report-ms N        how often a line with live figures is printed; 5000
  --enroll CODE         an enrollment code that they register themselves with, or:
  --organization ID    whom they are to belong to, with the three below
  --profile ID         the profile they are to show
  --token TOKEN        access token of a member who may register machines (BERTH_TOKEN)
  --deployment NAME    ${OPEN_DEPLOYMENTS.join(', ')}; ${DEPLOYMENT_DEFAULT}
  --list FILE          instead of number, profile and deployment: JSON, a list of {name, deployment, profileId, tags,
                       productId}
  --lively             machines restart, lose the internet for a while and need a reboot
  --keys TEXT          their keys follow from it, so that the same machines come again; for tests only
  --ids                print the ids that these keys have, a line each, and end
  --state FOLDER       keep keys and states of the machines there, so that they are the same after a restart
  --tell               print what each machine does, a line an event
`;

export type Options = Omit<FleetOptions, 'onEvent'> & {
  readonly lively: boolean;
  readonly tell: boolean;
  readonly printIds: boolean;
  readonly churnPerMinute: number;
  readonly reportMs: number;
};

/** Throws with a message for people when an option is unknown or wrong. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      server: { type: 'string' },
      machines: { type: 'string' },
      'per-second': { type: 'string' },
      name: { type: 'string' },
      churn: { type: 'string' },
      latency: { type: 'string' },
      kbit: { type: 'string' },
      loss: { type: 'string' },
      slow: { type: 'string' },
      'report-ms': { type: 'string' },
      enroll: { type: 'string' },
      organization: { type: 'string' },
      profile: { type: 'string' },
      token: { type: 'string' },
      deployment: { type: 'string' },
      list: { type: 'string' },
      lively: { type: 'boolean' },
      keys: { type: 'string' },
      ids: { type: 'boolean' },
      state: { type: 'string' },
      tell: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const { organization, profile } = values;
  const token = values.token ?? env.BERTH_TOKEN;
  const deployment = OPEN_DEPLOYMENTS.find((each) => each === (values.deployment ?? DEPLOYMENT_DEFAULT));
  if (!deployment) throw new Error(`--deployment takes one of ${OPEN_DEPLOYMENTS.join(', ')}.`);
  const berths = values.list === undefined ? undefined : readList(values.list);
  if ((organization || profile || berths) && !(organization && (profile || berths) && token)) {
    throw new Error('To register machines, give --organization, --profile and --token.');
  }
  const server = values.server ?? env.BERTH_SERVER ?? 'http://localhost:8080';
  if (!URL.canParse(server)) throw new Error(`--server takes an address, not "${server}".`);
  return {
    server: new URL(server),
    machines: berths?.length ?? count(values.machines ?? '10', '--machines', 1),
    lively: values.lively ?? false,
    tell: values.tell ?? false,
    printIds: values.ids ?? false,
    keys: values.keys,
    stateFolder: values.state,
    churnPerMinute: count(values.churn ?? '0', '--churn', 0),
    network: networkOf(values),
    slowMs: count(values.slow ?? '0', '--slow', 0),
    reportMs: count(values['report-ms'] ?? '5000', '--report-ms', 1),
    enrollmentCode: values.enroll,
    perSecond: count(values['per-second'] ?? '200', '--per-second', 1),
    registration:
      organization && token
        ? {
            token,
            organizationId: organization as OrganizationId,
            berthOf: (index) =>
              berths?.[index] ?? {
                name: `${values.name ?? 'Virtual'} ${index + 1}`,
                deployment,
                profileId: profile as ProfileId,
              },
          }
        : null,
  };
}

function networkOf({ latency = '0', kbit = '0', loss = '0' }: Readonly<Record<string, unknown>>) {
  const network = {
    latencyMs: count(String(latency), '--latency', 0),
    kbit: count(String(kbit), '--kbit', 0),
    lossPerMinute: count(String(loss), '--loss', 0),
  };
  return Object.values(network).some((value) => value > 0) ? network : undefined;
}

function readList(file: string): readonly Berth[] {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  // Who writes the list means well; what is wrong in it the cloud refuses.
  if (Array.isArray(list) && list.length > 0) return list as Berth[];
  throw new Error(`${file} holds no list of machines.`);
}

function count(text: string, option: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= 100_000) return number;
  throw new Error(`${option} takes a number from ${least} to 100000, not "${text}".`);
}
