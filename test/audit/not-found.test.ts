import { expect, test } from 'vitest';
import { findPageFaults } from '../../src/audit/page-checks/index.ts';
import { audited, type Parts } from './faults/example.ts';

const codesOf = (parts: Parts) => findPageFaults(audited(parts)).map(({ code }) => code);

test.each([
  'Page not found',
  '404',
  'Error 404: Page not found',
  '404 Not Found',
  'HTTP 404',
  'Oops! That page can’t be found.',
  'Product not found | Potters’ Yard',
  'This product is no longer available',
  'The page you are looking for does not exist',
  "We couldn't find the page you were looking for",
  'Nothing found for Glazes',
  'No products were found',
  'Potters’ Yard – Seite nicht gefunden',
  'Leider nichts gefunden',
  'Das Produkt ist nicht mehr verfügbar',
  'Die angeforderte Seite konnte nicht gefunden werden',
  'Page introuvable',
  'Cette page n’existe pas',
  'Aucun résultat',
  'Página no encontrada',
  'El producto no existe',
  'Página não encontrada',
  'Pagina non trovata',
  'Nessun risultato trovato',
  'Pagina niet gevonden',
  'Strona nie została znaleziona',
  'Sidan kunde inte hittas',
  'Stránka nenalezena',
  'Sayfa bulunamadı',
  'Страница не найдена',
  'ページが見つかりません',
  '页面不存在',
  '페이지를 찾을 수 없습니다',
])('“%s” says that there is no page, and nothing else is told of it', (said) => {
  expect(codesOf({ title: `<title>${said}</title>` })).toEqual(['says_not_found']);
  expect(codesOf({ h1: `<h1>${said}</h1>` })).toEqual(['says_not_found']);
});

test.each([
  '404 not found errors: how to mend them',
  'Why is my page not found by Google?',
  'What to do when a page is not found',
  'Lost and found in the kiln',
  'Clay that is not found everywhere',
  'Room 404 in the old yard',
  'Page 404 of the ledger',
  'Product availability and stock',
  'Die Seite der gefundenen Töpfe',
  'Nothing is lost in our kilns',
  'Not found in any other shop',
])('“%s” does not', (said) => {
  expect(codesOf({ title: `<title>${said}</title>` })).not.toContain('says_not_found');
  expect(codesOf({ h1: `<h1>${said}</h1>` })).not.toContain('says_not_found');
});

test('nor does a page that has more to say below such a heading', () => {
  expect(codesOf({ h1: '<h1>404 Not Found</h1>', more: `<p>${'A server answers so where nothing is. '.repeat(20)}</p>` })).not.toContain(
    'says_not_found',
  );
});
