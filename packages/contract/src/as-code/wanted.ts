import type { FileContent } from './files.ts';

export type WantedProfile = FileContent<'profile'>;
export type WantedLayer = FileContent<'layer'>;
export type WantedSchedule = FileContent<'schedules'>['schedules'][number];
export type WantedTagRule = FileContent<'tag-rules'>['rules'][number];
export type WantedCode = FileContent<'enrollment-codes'>['codes'][number];
export type WantedMember = FileContent<'members'>['members'][number];
export type WantedWebhook = FileContent<'webhooks'>['webhooks'][number];

/**
 * What a folder wants of an organization. Sections without a file are missing. Secrets are in clear where they are to be
 * set, and masks where the server's are kept.
 */
export interface Wanted {
  readonly profiles?: readonly WantedProfile[];
  readonly layers?: readonly WantedLayer[];
  readonly order?: FileContent<'layer-order'>;
  readonly schedules?: readonly WantedSchedule[];
  readonly tagRules?: readonly WantedTagRule[];
  readonly codes?: readonly WantedCode[];
  readonly members?: readonly WantedMember[];
  readonly webhooks?: readonly WantedWebhook[];
}
