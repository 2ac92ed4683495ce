import { EU_COUNTRIES, type VatState } from '@berth/contract/rules/billing';
import Type from 'typebox';
import { matcher } from '../../../platform/schema.ts';

/** Asks whether a VAT ID is listed; throws where the service does not know right now. */
export type AskVatService = (vatId: string, country: string) => Promise<Exclude<VatState, 'unchecked'>>;

const Answer = Type.Object({ valid: Type.Boolean() });
const fitsAnswer = matcher(Answer);
const TIMEOUT_MS = 20_000;

/** The European Commission's VIES by its REST interface. It knows the numbers of the EU and of Northern Ireland. */
export function vatService(address: string): AskVatService {
  return async (vatId, country) => {
    if (!EU_COUNTRIES.includes(country) && !vatId.startsWith('XI')) return 'not-covered';
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: unknown = response.ok ? await response.json() : undefined;
    // A member state whose register is away makes an answer without `valid`.
    if (!fitsAnswer(answer)) throw new Error(`The VAT service answered ${response.status} without a result`);
    return answer.valid ? 'confirmed' : 'not-listed';
  };
}
