import type { BillingDetails } from '@berth/contract/api/billing';
import { EMAIL } from '@berth/contract/rules/text';
import { ApiError } from '@berth/web/data/api-error.ts';
import { intlTag, type Language } from '@berth/web/i18n/locales.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { naturalOrder } from '@berth/web/lib/natural-order.ts';

/** ISO 3166-1 alpha-2. */
const CODES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW';

/** The form's values; an empty VAT ID means none. */
export type Values = Readonly<Record<keyof BillingDetails, string>>;

const email = new RegExp(EMAIL.pattern, 'u');

/** Faults found before sending; the server checks more, such as a VAT ID's checksum. */
export function faultsOf({ company, street, postcode, city, ...values }: Values, t: Texts['t']) {
  const missing = (text: string) => (text.trim() === '' ? t('billing.fault.missing') : undefined);
  const vatId = values.vatId.trim();
  return {
    company: missing(company),
    street: missing(street),
    postcode: missing(postcode),
    city: missing(city),
    email: email.test(values.email.trim()) ? undefined : t('billing.fault.email'),
    vatId: vatId === '' || /^[A-Za-z0-9 .-]{4,32}$/.test(vatId) ? undefined : t('billing.fault.vatId'),
  };
}

/** Whether the server refused the VAT ID: for its checksum or its country. */
export function isVatFault(error: unknown): boolean {
  return error instanceof ApiError && error.faults.some(({ path }) => path === '/vatId');
}

function namesIn(language: Language): Intl.DisplayNames {
  return new Intl.DisplayNames([intlTag(language)], { type: 'region' });
}

export function countryName(code: string, language: Language): string {
  return namesIn(language).of(code) ?? code;
}

/** All countries by name in the user's language. */
export function countries(language: Language): { readonly value: string; readonly label: string }[] {
  const names = namesIn(language);
  const all = CODES.split(' ').map((value) => ({ value, label: names.of(value) ?? value }));
  return all.toSorted((a, b) => naturalOrder(intlTag(language)).compare(a.label, b.label));
}
