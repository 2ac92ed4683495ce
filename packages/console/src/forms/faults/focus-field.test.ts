// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { focusField } from './focus-field.ts';

let form: HTMLElement;

beforeEach(() => {
  form = document.createElement('div');
  form.innerHTML = `
    <div data-path="name"><input id="name"></div>
    <div data-path="list"><button id="add">+</button><input id="of-entry"><input id="of-inner-form"></div>`;
  document.body.replaceChildren(form);
});

const focused = () => document.activeElement?.id;

test('the field at the path has the focus', () => {
  focusField(form, 'name');
  expect(focused()).toBe('name');
});

test('where the field is not drawn, the first of what holds it has the focus', () => {
  focusField(form, 'list.2.address');
  expect(focused()).toBe('of-entry');
});

test('where a form within that one has led to the field, it stays there', () => {
  form.querySelector<HTMLElement>('#of-inner-form')?.focus();
  focusField(form, 'list.2.address');
  expect(focused()).toBe('of-inner-form');
});
