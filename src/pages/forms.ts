import type { Addresses } from './addresses.ts';
import { sourceOf } from './controls.ts';
import type { PageFacts } from './page-facts.ts';
import { region } from './regions.ts';
import { isNamed, type Walk } from './walk.ts';

const maxOfKind = 5000;
const maxAddress = 2000;

/** Forms, and what is filled in. */
export function readForms(walk: Walk, addresses: Addresses): () => Pick<PageFacts, 'forms' | 'fields'> {
  const forms: (PageFacts['forms'][number] & { action: string })[] = [];
  const fields: (PageFacts['fields'][number] & { id: string | undefined })[] = [];
  const labelled = new Set<string>();
  let form: (typeof forms)[number] | undefined;

  walk.on('form', ({ attributes }) => {
    if (forms.length >= maxOfKind) return;
    const action = (attributes.action ?? '').trim().slice(0, maxAddress);
    const method = (attributes.method ?? 'get').trim().toLowerCase();
    form = { line: walk.line, action, url: null, method, hasAction: action !== '', hasPassword: false };
    forms.push(form);
    walk.onClose(() => (form = undefined));
  });
  walk.on('label', ({ attributes }) => {
    if (attributes.for && labelled.size < maxOfKind) labelled.add(attributes.for);
  });
  walk.on('input select textarea', ({ tag, attributes, flags, around }) => {
    const kind = tag === 'input' ? (attributes.type ?? 'text').trim().toLowerCase() : tag;
    if (kind === 'password' && form) form.hasPassword = true;
    if (pressed.has(kind) || flags & region.hidden || fields.length >= maxOfKind) return;
    fields.push({
      line: walk.line,
      what: `${kind} ${sourceOf(attributes)}`.trim(),
      isNamed: isNamed(attributes) || Boolean(attributes.placeholder?.trim()) || (around & region.label) !== 0,
      isPassword: kind === 'password',
      id: attributes.id,
    });
  });

  return () => ({
    forms: forms.map(({ action, ...one }) => ({ ...one, url: addresses.web(action) })),
    fields: fields.map(({ id, ...one }) => ({ ...one, isNamed: one.isNamed || (id !== undefined && labelled.has(id)) })),
  });
}

/** What is pressed, or not shown: not filled in. */
const pressed = new Set(['hidden', 'submit', 'reset', 'button', 'image']);
