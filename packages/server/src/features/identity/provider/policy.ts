import { interactionPolicy } from 'oidc-provider';

const { Check, Prompt, base } = interactionPolicy;

/**
 * When a person is asked. Our own clients need no consent. A native client's redirect address can be taken by any
 * program on the machine, so a session alone does not let it in: the person signs in where it asks (RFC 8252, 8.6).
 * In the device flow the person has confirmed the code already.
 */
export function firstPartyPolicy(): InstanceType<typeof Prompt>[] {
  const policy = base();
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new Check('native_client', 'a native client needs a sign-in of its own', 'login_required', ({ oidc }) => {
      const native = oidc.client?.applicationType === 'native' && !oidc.deviceCode && !oidc.result?.login;
      const deviceRoute = oidc.route === 'code_verification' || oidc.route === 'device_resume';
      return native && !deviceRoute ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT;
    }),
  );
  return policy;
}
