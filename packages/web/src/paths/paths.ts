import type { LayerId, MachineId, OrganizationId, ProfileId, RolloutId, WebhookId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { BILLING_PAGE } from '@berth/contract/rules/billing';

/** Every path of the product that a page links to (spec chapter 2). Tested against the routes. */
export const paths = {
  root: () => '/',
  appCatalog: () => '/app-catalog',
  accessToken: () => '/access_token',
  /** A page of the guide, with a section if wanted: `add-a-machine`, `index#credits`. */
  guide: (place = 'index') => `/guide${place.replace(/^index/, '').replace(/^(?=\w)/, '/')}`,
  error: (description: string) => `/error${query({ error_description: description })}`,
  demoSignIn: () => '/demo/login',
  signIn: (options: { redirectUrl?: string; demo?: boolean } = {}) =>
    `/session/login${query({ redirectUrl: options.redirectUrl, demo: options.demo ? 'true' : undefined })}`,
  localSession: () => '/session/local',
  signedOut: () => '/manage/login?signed-out=true',
  manageSignIn: (redirectUrl?: string) => `/manage/login${query({ redirectUrl })}`,
  manage: () => '/manage',
  organizationSelect: () => '/manage/org/select',
  organization: (id: OrganizationId) => `/manage/org/${id}`,
  profiles: () => '/manage/profiles',
  profile: (id: ProfileId, form?: string) => `/manage/profile/${id}${query({ form })}`,
  rollouts: (of: { profile?: ProfileId; layer?: LayerId } = {}) => `/manage/rollouts${query(of)}`,
  rollout: (id: RolloutId) => `/manage/rollouts/${id}`,
  machines: () => '/manage/machines',
  deployment: (deployment: Deployment) => `/manage/machines/deployment/${deployment}`,
  machine: (id: MachineId, tab?: string) => `/manage/machines/${id}${tab === undefined ? '' : `?tab=${tab}`}`,
  overview: () => '/manage/overview',
  layers: () => '/manage/layers',
  layer: (id: LayerId) => `/manage/layers/${id}`,
  os: () => '/manage/os',
  /** A version contains a dot: as the path's end it would be taken for the name of a file. */
  osVersion: ({ channel, architecture, version }: { channel: string; architecture: string; version: string }) =>
    `/manage/os/${version}/${channel}/${architecture}`,
  schedules: () => '/manage/schedules',
  enrollment: () => '/manage/enrollment',
  remote: (id: MachineId) => `/manage/machines/${id}/remote`,
  users: () => '/manage/users',
  authentication: () => '/manage/authentication',
  billing: (tab?: string) => `${BILLING_PAGE}${query({ tab })}`,
  audit: () => '/manage/audit',
  apiKeys: () => '/manage/api-keys',
  webhooks: () => '/manage/webhooks',
  webhook: (id: WebhookId) => `/manage/webhooks/${id}`,
  account: () => '/manage/account',
  openInvoices: () => '/manage/platform/invoices',
  server: () => '/manage/platform/server',
  productIds: () => '/manage/platform/product-ids',
} as const;

function query(values: Record<string, string | undefined>): string {
  const entries = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

interface NavigateOptions {
  /** Replaces the current entry of the history. */
  readonly replace?: boolean;
}

let navigate: (path: string, options?: NavigateOptions) => void = (path) => location.assign(path);

/** Sets the function that changes the page: the router, once it is loaded. */
export function setNavigate(change: typeof navigate): void {
  navigate = change;
}

/** Navigates to a path of this site where no router is available, such as in a dialog. */
export function goTo(path: string, options?: NavigateOptions): void {
  navigate(path, options);
}
