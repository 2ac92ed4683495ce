import type { Section } from '@berth/contract/as-code/state';
import type { Wanted } from '@berth/contract/as-code/wanted';
import { isObject } from '@berth/contract/profile/nodes';
import { pointerKeys } from '@berth/contract/profile/pointer';
import type { Folder } from './read.ts';
import { type NamedSecret, referenceText, secretText } from './references.ts';

/** Where something that is wanted is written. */
interface Place {
  readonly file: string;
  /** The pointer of the object in its file. */
  readonly base: string;
  readonly lineOf: (pointer: string) => number;
}

/** What a folder wants, with the sections that it describes. */
export interface Gathered {
  readonly wanted: Wanted;
  readonly sections: readonly Section[];
  readonly placeOf: (wanted: object) => Place | undefined;
  /** The references of the secrets that an object sets, as people read them. */
  readonly secretsOf: (wanted: object | undefined) => readonly string[];
}

/** A checked file with one kind of content. */
interface Checked<Content> extends Omit<Place, 'base'> {
  readonly content: Content;
  readonly secrets: readonly NamedSecret[];
}

/** Takes what a folder wants, with secrets from the environment and from files; without `env` all secrets stay masks. */
export function gather(folder: Folder, dir: string, env: NodeJS.ProcessEnv | undefined): Gathered {
  const places = new Map<object, Place>();
  const secrets = new Map<object, readonly string[]>();
  const placed = <Value extends object>(value: Value, { file, lineOf }: Omit<Place, 'base'>, base: string): Value => {
    places.set(value, { file, base, lineOf });
    return value;
  };

  function object<Content extends { readonly definition: object }>(file: Checked<Content>): Content {
    const content = structuredClone(file.content);
    const set = file.secrets.filter(({ pointer, reference }) => {
      const text = env && secretText(reference, dir, env);
      if (text !== undefined) replace(content.definition, pointer, text);
      return text !== undefined;
    });
    secrets.set(content, set.map(textOf));
    return placed(content, file, '');
  }

  function entries<Content, Entry extends object>(
    files: readonly Checked<Content>[] | undefined,
    listOf: (content: Content) => readonly Entry[],
    field: string,
  ): readonly Entry[] | undefined {
    const file = files?.[0];
    return file && listOf(file.content).map((entry, index) => placed(entry, file, `/${field}/${index}`));
  }

  const order = folder['layer-order']?.[0];
  const lists = {
    schedules: entries(folder.schedules, ({ schedules }) => schedules, 'schedules'),
    tagRules: entries(folder['tag-rules'], ({ rules }) => rules, 'rules'),
    codes: entries(folder['enrollment-codes'], ({ codes }) => codes, 'codes'),
    members: entries(folder.members, ({ members }) => members, 'members'),
    webhooks: entries(folder.webhooks, ({ webhooks }) => webhooks.map(normalized), 'webhooks'),
  };
  const wanted: Wanted = {
    ...(folder.profile && { profiles: folder.profile.map((file) => object(file)) }),
    ...(folder.layer && { layers: folder.layer.map((file) => object(file)) }),
    ...(order && { order: placed(order.content, order, '') }),
    ...(lists.schedules && { schedules: lists.schedules }),
    ...(lists.tagRules && { tagRules: lists.tagRules }),
    ...(lists.codes && { codes: lists.codes }),
    ...(lists.members && { members: lists.members }),
    ...(lists.webhooks && { webhooks: lists.webhooks }),
  };
  const described: readonly (readonly [Section, boolean])[] = [
    // Codes name their profiles.
    ['profiles', wanted.profiles !== undefined || wanted.codes !== undefined],
    ['layers', wanted.layers !== undefined || wanted.order !== undefined],
    ['schedules', wanted.schedules !== undefined],
    ['tagRules', wanted.tagRules !== undefined],
    ['codes', wanted.codes !== undefined],
    ['webhooks', wanted.webhooks !== undefined],
    ['members', wanted.members !== undefined],
  ];
  return {
    wanted,
    sections: described.filter(([, is]) => is).map(([section]) => section),
    placeOf: (value) => places.get(value),
    secretsOf: (value) => (value && secrets.get(value)) ?? [],
  };
}

function textOf({ reference, pointer }: NamedSecret): string {
  return `${pointer} from ${referenceText(reference)}`;
}

/** An address as the server writes it: https://example.org/ for https://example.org. */
function normalized<Hook extends { readonly url: string }>(hook: Hook): Hook {
  return URL.canParse(hook.url) ? { ...hook, url: new URL(hook.url).href } : hook;
}

function replace(root: unknown, pointer: string, text: string): void {
  const keys = pointerKeys(pointer);
  const last = keys.pop() ?? '';
  const owner = keys.reduce<unknown>(
    (node, key) => (Array.isArray(node) ? node[Number(key)] : isObject(node) ? node[key] : undefined),
    root,
  );
  if (typeof owner === 'object' && owner !== null) Reflect.set(owner, last, text);
}
