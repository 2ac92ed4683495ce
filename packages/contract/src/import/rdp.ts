import { GrowingPart } from './part.ts';
import { RDP_SETTINGS } from './rdp-settings.ts';
import { type ImportEntry, ImportError, type Imported, type ImportReason, shortened } from './report.ts';

const SESSION = '/thinhoc/sessions/rdp/0';
/** `full address:s:server.example.org`: a name, the value's type (integer, string or binary), and the value. */
const LINE = /^([^:]{1,100}):([isb]):(.*)$/i;
const NAME_MAX = 128;

interface Line {
  readonly number: number;
  readonly text: string;
  readonly name: string;
  readonly type: string;
  readonly value: string;
}

/** Reads an .rdp file into one remote desktop. */
export function readRdpFile(fileName: string, text: string): Imported {
  const lines = text.split(/\r\n|\r|\n/).map(lineOf);
  const written = lines.filter(({ text: line }) => line !== '');
  if (!written.some(({ name }) => name in RDP_SETTINGS)) throw new ImportError('unknown-format');
  // The last line with a name counts, as in the programs that write these files.
  const last = new Map(written.map((line) => [line.name, line]));
  const values = new Map([...last].map(([name, { value }]) => [name, value]));
  const part = new GrowingPart();
  const name = nameOf(fileName, values);
  part.add('/thinhoc/sessions/rdp', { display_name: name, icon: {} });
  const entries = written.map((line): ImportEntry => {
    const { number, name: key, text: whole } = line;
    const head = { lines: [number, number], name: key === '' ? shortened(whole) : key } as const;
    if (key === '') return { ...head, value: '', fields: [], reason: 'unreadable' };
    if (isSecret(line)) return { ...head, value: '', fields: [], reason: 'secret' };
    const said = { ...head, value: shortened(line.value) };
    if (last.get(key) !== line) return { ...said, fields: [], reason: 'repeated' };
    return { ...said, ...taken(part, line, values) };
  });
  return { format: 'rdp', definition: part.definition, entries };
}

function lineOf(text: string, index: number): Line {
  const [, name = '', type = '', value = ''] = LINE.exec(text.trim()) ?? [];
  return {
    number: index + 1,
    text: text.trim(),
    name: name.trim().toLowerCase(),
    type: type.toLowerCase(),
    value: value.trim(),
  };
}

/** Binary values are encrypted passwords (`password 51:b:`); some programs write them as text. */
function isSecret({ name, type }: Line): boolean {
  return type === 'b' || /password|passwd|secret|cookie|accesstoken/.test(name);
}

function taken(
  part: GrowingPart,
  { name, value }: Line,
  values: ReadonlyMap<string, string>,
): { readonly fields: readonly string[]; readonly reason?: ImportReason } {
  const setting = Object.hasOwn(RDP_SETTINGS, name) ? RDP_SETTINGS[name] : undefined;
  if (setting === undefined) return { fields: [], reason: 'unknown' };
  if (typeof setting === 'string') return { fields: [], reason: value === '' ? 'empty' : setting };
  if (value === '') return { fields: [], reason: 'empty' };
  const result = setting(value, values);
  if (typeof result === 'string') return { fields: [], reason: result };
  const fields = Object.entries(result)
    .map(([field, own]) => ({ pointer: `${SESSION}/${field}`, own }))
    .filter(({ pointer, own }) => part.set(pointer, own))
    .map(({ pointer }) => pointer);
  return fields.length === Object.keys(result).length ? { fields } : { fields, reason: 'invalid' };
}

/** The file's name without its ending, or the host. */
function nameOf(fileName: string, values: ReadonlyMap<string, string>): string {
  const own = fileName.replace(/^.*[\\/]/, '').replace(/\.rdpw?$/i, '');
  const name = own.trim() || values.get('full address') || 'RDP';
  return name.replace(/\p{Cc}/gu, ' ').slice(0, NAME_MAX);
}
