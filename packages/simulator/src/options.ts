import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT, OPEN_DEPLOYMENTS } from '@berth/contract/limits';
import type { FleetOptions } from './fleet.ts';
import type { MachineSettings } from './registration.ts';

export const USAGE = `Runs many virtual machines: the real agent over an in-memory system.

  --server URL         URL of the server (default http://localhost:8080)
  --machines N         number of machines (default 10)
  --per-second N       machines started per second (default 200)
  --name TEXT          prefix of their names (default Virtual)
  --churn N            machines per minute that disconnect for some seconds (default 0)
  --latency MS         additional latency to the gateway, in each direction (default 0)
  --kbit N             bandwidth of each machine in kbit/s, in each direction (default 0: unlimited)
  --loss N             connections lost per minute, alternately cut and silent (default 0)
  --slow MS            time to store state, as on a slow disk (default 0)
  --report-ms N        interval of the status line (default 5000)
  --enroll CODE        enrollment code to register with, or:
  --organization ID    organization to register with; requires --profile or --list, and --token
  --profile ID         profile of the machines
  --token TOKEN        access token of a member who may register machines (or BERTH_TOKEN)
  --deployment NAME    ${OPEN_DEPLOYMENTS.join(', ')} (default ${DEPLOYMENT_DEFAULT})
  --list FILE          JSON list of {name, deployment, profileId, tags, productId}, instead of --machines, --profile
                       and --deployment
  --lively             machines reboot, lose the internet for a while and need a reboot
  --keys TEXT          derive the machines' keys from this text, for the same machines every time; for tests only
  --ids                print the IDs of these keys, one per line, and exit
  --state FOLDER       keep the machines' keys and states in this folder across restarts
  --tell               print every event of a machine, one per line
`;

export type Options = Omit<FleetOptions, 'onEvent'> & {
  readonly lively: boolean;
  readonly tell: boolean;
  readonly printIds: boolean;
  readonly churnPerMinute: number;
  readonly reportMs: number;
};

/** Throws a readable error if an option is unknown or invalid. */
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
  if (!deployment) throw new Error(`--deployment must be one of ${OPEN_DEPLOYMENTS.join(', ')}.`);
  const list = values.list === undefined ? undefined : readList(values.list);
  if ((organization || profile || list) && !(organization && (profile || list) && token)) {
    throw new Error('Registering machines requires --organization, --profile or --list, and --token.');
  }
  const server = values.server ?? env.BERTH_SERVER ?? 'http://localhost:8080';
  if (!URL.canParse(server)) throw new Error(`--server must be a URL, not "${server}".`);
  return {
    server: new URL(server),
    machines: list?.length ?? count(values.machines ?? '10', '--machines', 1),
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
            settingsOf: (index) =>
              list?.[index] ?? {
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

function readList(file: string): readonly MachineSettings[] {
  const list: unknown = JSON.parse(readFileSync(file, 'utf8'));
  // The list is not validated here, because the cloud rejects invalid entries.
  if (Array.isArray(list) && list.length > 0) return list as MachineSettings[];
  throw new Error(`${file} is not a list of machines.`);
}

function count(text: string, option: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= 100_000) return number;
  throw new Error(`${option} must be a number from ${least} to 100000, not "${text}".`);
}
