import { SECRET_MASK } from '@berth/contract/profile/secrets';

/** Secrets typed since the console opened, with the names of their fields: a draft kept for later must not hold them. */
const typed = new Set<string>();

const keyOf = (field: string, text: string) => `${field}\n${text}`;

/** Notes what was typed into a field for a secret. */
export function noteSecret(field: string, value: unknown): void {
  if (typeof value === 'string' && value !== '' && value !== SECRET_MASK) typed.add(keyOf(field, value));
}

/** A draft as JSON with the mask instead of each typed secret, and whether there was one. */
export function jsonWithoutSecrets(draft: unknown): { readonly json: string; readonly hadSecrets: boolean } {
  let hadSecrets = false;
  const json = JSON.stringify(draft, (field, value: unknown) => {
    if (typeof value !== 'string' || !typed.has(keyOf(field, value))) return value;
    hadSecrets = true;
    return SECRET_MASK;
  });
  return { json, hadSecrets };
}
