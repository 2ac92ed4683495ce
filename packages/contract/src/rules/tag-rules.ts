/** Of one organization. */
export const TAG_RULES_MAX = 200;
/** Networks of one rule. */
export const RULE_NETWORKS_MAX = 50;

/** What a rule asks of a machine: all of it. */
export interface TagConditions {
  readonly networks?: readonly string[] | undefined;
  readonly nameLike?: string | undefined;
  readonly modelLike?: string | undefined;
}

/** A rule without a condition would tag every machine. */
export function hasCondition({ networks, nameLike, modelLike }: TagConditions): boolean {
  return (networks?.length ?? 0) > 0 || nameLike !== undefined || modelLike !== undefined;
}

/** An address with an optional prefix length: 10.20.0.0/16, 2001:db8::/32 or 192.0.2.7. The rest is checked by isNetwork. */
export const NETWORK = { minLength: 2, maxLength: 43, pattern: '^[0-9a-fA-F:.]+(?:/(?:0|[1-9][0-9]{0,2}))?$' } as const;

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const BITS = { ipv4: 32, ipv6: 128 } as const;

/** Whether a text is an IPv4 or IPv6 address or network (RFC 4632, RFC 4291) that PostgreSQL reads, too. */
export function isNetwork(text: string): boolean {
  if (!new RegExp(NETWORK.pattern).test(text)) return false;
  const [address = '', prefix] = text.split('/');
  const family = IPV4.test(address) ? 'ipv4' : isIpv6(address) ? 'ipv6' : undefined;
  return family !== undefined && (prefix === undefined || Number(prefix) <= BITS[family]);
}

function isIpv6(address: string): boolean {
  return address.includes(':') && URL.canParse(`http://[${address}]/`);
}
