import Type from 'typebox';
import { equals, needs, rule } from './conditions.ts';
import { choice, item, list } from './schema.ts';
import { line, webAddress } from './texts.ts';

export const BUTTON_ICONS = ['none', 'cogs'] as const;
export const ACTION_TYPES = ['system', 'webhook'] as const;
export const SYSTEM_ACTIONS = ['power-off', 'power-reboot', 'shell'] as const;
export const WEBHOOK_METHODS = ['get', 'post'] as const;

/** What the machine does itself. `arguments` are the command and its arguments when the action is shell. */
export const SystemAction = item({
  action: choice(SYSTEM_ACTIONS),
  arguments: list(line(1024), { maxItems: 32 }),
});
export type SystemAction = Type.Static<typeof SystemAction>;

/** RFC 9110: a header's key is a token; neither key nor value can start a new line. */
export const WebhookHeader = item({
  key: line(128, { pattern: 'header-key' }),
  value: line(2048),
});

export const Webhook = item({
  type: choice(WEBHOOK_METHODS),
  url: webAddress(),
  headers: list(WebhookHeader, { maxItems: 32 }),
});
export type Webhook = Type.Static<typeof Webhook>;

/** A button's action names its type and carries that type's settings under the same name (spec chapter 3). */
export const ButtonAction = item(
  {
    type: choice(ACTION_TYPES),
    system: Type.Optional(SystemAction),
    webhook: Type.Optional(Webhook),
  },
  { allOf: ACTION_TYPES.map((type) => rule(equals('type', type), needs(type))) },
);
export type ButtonAction = Type.Static<typeof ButtonAction>;
