import { parseArgs } from 'node:util';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT, DEPLOYMENTS } from '@berth/contract/limits';
import type { FleetOptions } from './fleet.ts';

export const USAGE = `Many virtual machines: the real agent over a system in memory.

  --server URL         the cloud; http://localhost:8080
  --machines N         how many; 10
  --per-second N       how many start each second; 200
  --enrol CODE         an enrolment code that they register themselves with, or:
  --organization ID    whom they are to belong to, with the three below
  --profile ID         the profile they are to show
  --token TOKEN        access token of a member who may register machines (BERTH_TOKEN)
  --deployment NAME    ${DEPLOYMENTS.join(', ')}; ${DEPLOYMENT_DEFAULT}
`;

/** Throws with a message for people when an option is unknown or wrong. */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv): Omit<FleetOptions, 'onEvent'> | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      server: { type: 'string' },
      machines: { type: 'string' },
      'per-second': { type: 'string' },
      enrol: { type: 'string' },
      organization: { type: 'string' },
      profile: { type: 'string' },
      token: { type: 'string' },
      deployment: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const { organization, profile } = values;
  const token = values.token ?? env.BERTH_TOKEN;
  const deployment = DEPLOYMENTS.find((each) => each === (values.deployment ?? DEPLOYMENT_DEFAULT));
  if (!deployment) throw new Error(`--deployment takes one of ${DEPLOYMENTS.join(', ')}.`);
  if ((organization || profile) && !(organization && profile && token)) {
    throw new Error('To register machines, give --organization, --profile and --token.');
  }
  const server = values.server ?? env.BERTH_SERVER ?? 'http://localhost:8080';
  if (!URL.canParse(server)) throw new Error(`--server takes an address, not "${server}".`);
  return {
    server: new URL(server),
    machines: count(values.machines ?? '10', '--machines'),
    enrolmentCode: values.enrol,
    perSecond: count(values['per-second'] ?? '200', '--per-second'),
    registration:
      organization && profile && token
        ? { token, deployment, organizationId: organization as OrganizationId, profileId: profile as ProfileId }
        : null,
  };
}

function count(text: string, option: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number <= 100_000) return number;
  throw new Error(`${option} takes a number from 1 to 100000, not "${text}".`);
}
