import { expect, test } from 'vitest';
import { Spread, type Plannable } from '../../../src/services/research/keywords/spread.ts';

/** A row on what a section of a document names; without a heading on the whole of it. */
function row(keyword: string, documentId: string, heading: string | null = null, isThing = false, source = 'documents'): Plannable {
  const from = { keyword, documentId, title: documentId, url: null, heading, passages: 9, isThing, field: null };
  const best = { id: documentId, title: documentId, heading: heading ?? undefined };
  return {
    subject: keyword,
    from,
    row: { keyword, question: !isThing, sources: [source], documents: { count: 1, passages: 9, best } } as Plannable['row'],
  };
}

test('of each document one comes first, then of each a second', () => {
  const rows = [row('how to mix clay', 'a', 'Mixing'), row('how to dry bowls', 'a', 'Drying'), row('how to glaze tiles', 'b')];
  const spread = new Spread(rows, 'en');
  expect(spread.next(2)).toEqual(['how to mix clay', 'how to glaze tiles']);
  expect(spread.next(2)).toEqual(['how to dry bowls']);
});

test('what is near to one that was taken is left, until that is given back', () => {
  const spread = new Spread([row('how to export images as png', 'a'), row('how to export images as gif', 'b')], 'en');
  expect(spread.next(2)).toEqual(['how to export images as png']);
  spread.drop(new Set(['how to export images as png']));
  expect(spread.next(2)).toEqual(['how to export images as gif']);
});

test('no chapter stands beside its own sections, and with three on tasks these are taken', () => {
  const two = [row('pottery', 'a', null, true), row('how to mix clay', 'a', 'Mixing'), row('how to dry bowls', 'a', 'Drying')];
  expect(new Spread(two, 'en').next(5)).not.toContain('pottery');
  const chapterFirst = [row('how to make pottery', 'a'), row('clay kinds', 'a', 'Kinds', true)];
  expect(new Spread(chapterFirst, 'en').next(5)).toEqual(['how to make pottery']);
  const three = [row('how to make pottery', 'a'), ...two.slice(1), row('how to trim feet', 'a', 'Trimming')];
  expect(new Spread(three, 'en').next(5)).toEqual(['how to mix clay', 'how to dry bowls', 'how to trim feet']);
});

test('what is asked comes before names of things', () => {
  const spread = new Spread([row('clay kinds', 'a', null, true), row('how to dry bowls', 'b')], 'en');
  expect(spread.next(2)).toEqual(['how to dry bowls', 'clay kinds']);
});

test('what documents ask or do comes before any pattern, up to three of one document, and patterns before names', () => {
  const rows = [
    row('what is a kiln', 'b', 'Kilns', false, 'patterns'),
    row('clay kinds', 'c', 'Kinds', true),
    ...['how to mix clay', 'how to dry bowls', 'how to trim feet', 'how to fire plates'].map((task) => row(task, 'a', task)),
  ];
  const planned = ['how to mix clay', 'how to dry bowls', 'how to trim feet', 'what is a kiln', 'clay kinds', 'how to fire plates'];
  expect(new Spread(rows, 'en').next(6)).toEqual(planned);
});

test('no two of one plan say nearly the same', () => {
  const rows = [row('how to import business data', 'a', 'Importing'), row('how to import data', 'a', 'Import your data')];
  expect(new Spread(rows, 'en').next(2)).toEqual(['how to import business data']);
});

test('what speaks against those that were passed over is told, and nothing of those that there was no room for', () => {
  const tasks = ['how to mix clay', 'how to dry bowls', 'how to trim feet', 'how to fire plates', 'how to sell mugs'];
  const rows = [...tasks.map((task) => row(task, 'a', task)), row('pottery', 'a', null, true), row('how to mix the clay', 'b', 'Clay')];
  const spread = new Spread(rows, 'en');
  const atFirst = { pottery: 'overlaps', 'how to mix the clay': 'overlaps' };
  spread.next(1);
  expect(Object.fromEntries(spread.passedOver())).toEqual(atFirst);
  spread.next(9);
  expect(Object.fromEntries(spread.passedOver())).toEqual({ ...atFirst, 'how to sell mugs': 'same_document' });
});

test('how a thing is used comes first, what a thing is after all that is done, and what is done with the whole field last', () => {
  const field = { bare: 'load a kiln', within: 'in kilndesk' };
  const loading = row('how to load a kiln in kilndesk', 'a', 'Loading');
  const rows = [
    row('how to configure kilndesk', 'b', 'Settings'),
    row('what is a glaze', 'c', 'Glazes'),
    { ...loading, from: { ...loading.from!, field } },
    row('how to use cones', 'd', 'Cones'),
    row('how to configure kilndesk for gas', 'b', 'Gas'),
  ];
  const planned = ['how to use cones', 'how to load a kiln in kilndesk', 'how to configure kilndesk for gas', 'what is a glaze'];
  expect(new Spread(rows, 'en').next(5)).toEqual(planned);
});
