import type { Fault } from '../errors.ts';
import { PATTERN_NAMES } from './patterns.ts';
import { below } from './pointer.ts';

/** What JSON Schema validators report: AJV's error object, of which only these parts are read. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  /** Set by AJV when the name of a property is at fault. */
  readonly propertyName?: string | undefined;
}

/** Keywords that only repeat that something inside them failed. */
const ECHOES: ReadonlySet<string> = new Set(['if', 'allOf', 'propertyNames']);

/** Parameters that name the property at fault, by keyword; the fault's path then points at that property. */
const NAMED_PROPERTY: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
};

/**
 * Every fault of a validation, once each, in the order of the document's fields as the validator met them. `rule` is
 * what the reader's language is looked up by: the JSON Schema keyword, or the name of a well-known pattern such as
 * web-address.
 */
export function faultsOf(errors: readonly SchemaError[]): Fault[] {
  const faults = errors.filter((error) => !ECHOES.has(error.keyword)).map(faultOf);
  return [...new Map(faults.map((fault) => [`${fault.path}\n${fault.rule}`, fault])).values()];
}

/** One error as a fault. */
export function faultOf(error: SchemaError): Fault {
  const property = error.propertyName ?? error.params[NAMED_PROPERTY[error.keyword] ?? ''];
  return {
    path: property === undefined ? error.instancePath : below(error.instancePath, String(property)),
    rule: ruleOf(error),
    message: error.message ?? error.keyword,
    params: { ...error.params },
  };
}

function ruleOf({ keyword, params, propertyName }: SchemaError): string {
  if (propertyName !== undefined) return 'property-name';
  if (keyword === 'pattern') return PATTERN_NAMES.get(String(params.pattern)) ?? keyword;
  return keyword === 'format' ? `format-${String(params.format)}` : keyword;
}
