import { expect, type Locator } from '@playwright/test';
import { t } from './texts.ts';

/** What a person does in a settings form, and how it looks after a reload. */
export interface Step {
  readonly does: (form: Locator) => Promise<void>;
  readonly shows: (form: Locator) => Promise<void>;
}

/** The label of a field by the prefix of its text keys. */
export const field = (key: string): string => t(`${key}.label`);

/** The name of a list entry whose field has no label of its own. */
export const entry = (key: string, number: number): string => t('forms.list.entry', { label: field(key), number });

const escaped = (text: string): string => text.replaceAll(/[()]/g, '\\$&');

/** The field with this label, required or not. */
export const labeled = (form: Locator, label: string): Locator =>
  form.getByLabel(new RegExp(`^${escaped(label)}( \\*)?$`));

/** Turns something on or off. */
export function turn(label: string, on: boolean): Step {
  const control = (form: Locator) => form.getByRole('switch', { name: new RegExp(`^${escaped(label)}`) });
  return {
    // The thumb covers it: use the keyboard.
    does: (form) => control(form).press('Space'),
    shows: (form) => expect(control(form)).toBeChecked({ checked: on }),
  };
}

/** Picks one of the visible values. */
export function pick(key: string): Step {
  const control = (form: Locator) => form.getByRole('radio', { name: t(key) });
  return { does: (form) => control(form).check(), shows: (form) => expect(control(form)).toBeChecked() };
}

/** Checks that a field appears or disappears after a step. Not checked after reload: later steps may change it. */
export function revealed({ does }: Step, label: string, isShown: boolean): Step {
  return {
    does: async (form) => {
      await does(form);
      await expect(labeled(form, label)).toHaveCount(isShown ? 1 : 0);
    },
    shows: async () => {},
  };
}

/** Chooses from a list of values. */
export function choose(label: string, option: string): Step {
  const chosen = (form: Locator) => labeled(form, label).locator('option:checked');
  return { does: (form) => select(form, label, option), shows: (form) => expect(chosen(form)).toHaveText(option) };
}

/** Chooses a symbol in its dialog. */
export function symbol(key: string, name: string): Step {
  const chosen = (form: Locator) =>
    form.getByRole('group', { name: field(key) }).locator('button[aria-haspopup=dialog]');
  return {
    does: async (form) => {
      await chosen(form).click();
      await form.page().getByRole('dialog').getByRole('button', { name, exact: true }).click();
    },
    shows: (form) => expect(chosen(form)).toHaveText(name),
  };
}

/** Searches for a value by part of its name, and selects it. */
export function find(label: string, part: string, option: string): Step {
  const control = (form: Locator) => labeled(form, label).and(form.locator('input'));
  return {
    does: async (form) => {
      await control(form).fill(part);
      await form.page().getByRole('option', { name: option, exact: true }).click();
    },
    shows: (form) => expect(control(form)).toHaveValue(option),
  };
}

/** Adds a value from a list to those below a label; `shownAs` is the entry it becomes, if that has a label. */
export function offer(key: string, option: string, shownAs?: string): Step {
  return {
    does: (form) => select(form, t('forms.list.addTo', { label: field(key) }), option),
    shows: async (form) => {
      if (shownAs) await expect(labeled(form, shownAs).locator('option:checked')).toHaveText(option);
      else await expect(form.getByRole('listitem').filter({ hasText: option })).toBeVisible();
    },
  };
}

export function write(label: string, text: string): Step {
  const control = (form: Locator) => labeled(form, label).and(form.locator('input:not([type=radio]), textarea'));
  return { does: (form) => control(form).fill(text), shows: (form) => expect(control(form)).toHaveValue(text) };
}

/** Shows another face of a field. */
export function press(name: string): Step {
  const show = (form: Locator) => form.getByRole('button', { name, exact: true }).click();
  return { does: show, shows: show };
}

/** Adds an entry to a list, with nothing else to check. */
export function add(key: string): Step {
  const list = (form: Locator) => form.getByRole('group', { name: new RegExp(`^${escaped(field(key))}`) });
  const button = (form: Locator) => list(form).getByRole('button', { name: t(`${key}.add`), exact: true });
  return { does: (form) => button(form).click(), shows: (form) => expect(list(form)).toBeVisible() };
}

/** Fills a secret; after a reload the form only says that it is saved. */
export function hide(key: string, text: string): Step {
  const saved = (form: Locator) => form.getByRole('group', { name: field(key) });
  return {
    does: (form) => labeled(form, field(key)).fill(text),
    shows: (form) => expect(saved(form)).toContainText(t('forms.secret.saved')),
  };
}

/** Uploads a text file, whose content is not shown again either. */
export function upload(name: string, content: string): Step {
  const file = { name, mimeType: 'text/plain', buffer: Buffer.from(content) };
  return {
    does: (form) => form.locator('input[type=file]').setInputFiles(file),
    shows: (form) => expect(form).toContainText(t('forms.file.saved')),
  };
}

async function select(form: Locator, label: string, option: string): Promise<void> {
  await labeled(form, label).selectOption(option);
}
