import type { Fault } from '../errors.ts';
import { PATTERN_NAMES } from './patterns.ts';
import { below } from './pointer.ts';

/** An error of a JSON Schema validator: the used parts of AJV's error object. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
  /** Set by AJV if a property's name is invalid. */
  readonly propertyName?: string | undefined;
}

/** Keywords whose errors only repeat errors inside them. */
const ECHOES: ReadonlySet<string> = new Set(['if', 'allOf', 'propertyNames']);

/** Parameters with the invalid property's name, by keyword; the fault's path then points to that property. */
const NAMED_PROPERTY: Readonly<Record<string, string>> = {
  required: 'missingProperty',
  additionalProperties: 'additionalProperty',
};

/**
 * Every fault of a validation, once each, in the order of the document's fields as validated. `rule` is the key of the
 * message's text: the JSON Schema keyword, or the name of a well-known pattern such as web-address.
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
