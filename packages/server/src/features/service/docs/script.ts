/** The script of the documentation page: shows a call's details and sends it. Inserts text only, never markup. */
export const DOCS_SCRIPT = `'use strict';
const contract = fetch('/openapi.json').then((response) => response.json());

function make(name, fields = {}, ...children) {
  const element = Object.assign(document.createElement(name), fields);
  element.append(...children);
  return element;
}

function json(value) {
  // Focusable, so that keys can scroll it.
  return make('pre', { tabIndex: 0, textContent: JSON.stringify(value, null, 2) });
}

/** An initial value with empty required fields. */
function example({ type, properties = {}, required = [], enum: values, anyOf, default: usual } = {}) {
  if (usual !== undefined) return usual;
  if (values) return values[0];
  if (anyOf) return example(anyOf[0]);
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, example(properties[name])]));
  return { array: [], string: '', boolean: false, integer: 0, number: 0 }[type] ?? null;
}

async function fill(details) {
  const { paths } = await contract;
  const { path, method } = details.dataset;
  const operation = paths[path][method];
  const form = make('form');
  const permission = operation['x-permission'];
  if (permission) form.append(make('p', {}, 'Requires the permission ', make('code', { textContent: permission }), '.'));
  for (const parameter of operation.parameters) {
    const { name, required, in: place } = parameter;
    const input = make('input', { name, required: required === true && place === 'path' });
    input.dataset.place = place;
    form.append(make('label', {}, name + ' (' + place + ')', input));
  }
  const types = operation.requestBody?.content ?? {};
  const [type] = Object.keys(types);
  if (type === 'multipart/form-data') {
    const [name] = Object.keys(types[type].schema?.properties ?? { file: {} });
    form.append(make('label', {}, 'File', make('input', { type: 'file', name, id: details.id + ':file' })));
  } else if (type) {
    const schema = types[type].schema;
    const text = JSON.stringify(example(schema), null, 2);
    form.append(make('label', {}, 'Body (' + type + ')', make('textarea', { name: 'body', rows: 6, value: text })));
    form.append(make('details', {}, make('summary', { textContent: 'Body schema' }), json(schema)));
  }
  const responses = make('details', {}, make('summary', { textContent: 'Responses' }), json(operation.responses));
  const output = make('div');
  output.setAttribute('role', 'status');
  form.append(responses, make('p', {}, make('button', { textContent: 'Send' })), output);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(form, { path, method, type }).then(
      (shown) => output.replaceChildren(...shown),
      (error) => output.replaceChildren('Could not send: ' + error.message),
    );
  });
  details.append(form);
}

async function send(form, { path, method, type }) {
  const headers = {};
  const query = new URLSearchParams();
  let address = path;
  for (const { name, value, dataset } of form.querySelectorAll('[data-place]')) {
    if (dataset.place === 'path') address = address.replace('{' + name + '}', encodeURIComponent(value));
    else if (value !== '' && dataset.place === 'query') query.append(name, value);
    else if (value !== '') headers[name] = value;
  }
  const token = document.getElementById('token').value;
  if (token !== '') headers.authorization = 'Bearer ' + token;
  let body;
  const file = form.querySelector('input[type=file]');
  if (file) {
    body = new FormData();
    if (file.files[0]) body.append(file.name, file.files[0]);
  } else if (type) {
    headers['content-type'] = type;
    body = form.elements.namedItem('body').value;
  }
  const response = await fetch(address + (query.size > 0 ? '?' + query : ''), { method: method.toUpperCase(), headers, body });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  const shown = isJson ? json(JSON.parse(text)) : make('pre', { tabIndex: 0, textContent: text.slice(0, 20000) });
  return [make('h3', { textContent: response.status + ' ' + response.statusText }), shown];
}

for (const details of document.querySelectorAll('section > details')) {
  details.addEventListener('toggle', () => details.open && details.childElementCount === 1 && fill(details));
}

document.getElementById('settings').addEventListener('submit', (event) => event.preventDefault());
document.getElementById('find').addEventListener('input', ({ target }) => {
  const wanted = target.value.toLowerCase();
  for (const section of document.querySelectorAll('section')) {
    const calls = [...section.querySelectorAll(':scope > details')];
    for (const call of calls) call.hidden = !call.textContent.toLowerCase().includes(wanted) && !call.id.toLowerCase().includes(wanted);
    section.hidden = calls.every(({ hidden }) => hidden);
  }
});

function openNamed() {
  // IDs of calls are letters and dots, which addresses do not encode.
  const named = document.getElementById(location.hash.slice(1));
  if (named?.tagName !== 'DETAILS') return;
  named.open = true;
  named.scrollIntoView();
}
addEventListener('hashchange', openNamed);
openNamed();
`;
