import type { Profile } from './profile.ts';
import type { Quantity } from '../../language/quantities.ts';
import { units } from '../../language/quantity-words.ts';

/**
 * A number that states a fact, even with few words around it. `measured`: a percentage, money, a quantity with its unit, a year or date, a
 * multiple ("10x"), or a large number, which is right or wrong in any context. `plain`: a bare count, which needs checking only if cited.
 */
export interface Figure {
  quantity: Quantity;
  weight: 'measured' | 'plain';
}

/** "Step 3", "Figure 2", "port 5432": the number is part of a name. */
const labels =
  'step|figure|fig|section|table|chapter|part|page|pages|version|phase|stage|option|example|appendix|article|rule|level|line|lines|note|item|no|nr|number|question|' +
  'day|week|month|year|port|error|code|status|rfc|iso|schritt|abbildung|abb|abschnitt|tabelle|kapitel|teil|seite|stufe|beispiel|anhang|artikel|regel|zeile|punkt|frage|' +
  'tag|woche|monat|jahr|étape|tableau|chapitre|partie|exemple|annexe|règle|niveau|ligne|point|numéro|jour|semaine|mois|année|paso|figura|sección|tabla|' +
  'capítulo|parte|página|fase|ejemplo|anexo|artículo|nivel|línea|punto|pregunta|número|día|semana|mes|passo|passaggio|sezione|tabella|capitolo|' +
  'pagina|esempio|allegato|articolo|regola|livello|riga|domanda|numero|giorno|settimana|mese|etapa|seção|secção|tabela|exemplo|artigo|regra|nível|' +
  'linha|pergunta|dia|stap|figuur|afbeelding|sectie|paragraaf|tabel|hoofdstuk|deel|voorbeeld|bijlage|vraag|dag|maand';
const afterLabel = new RegExp(`(?<![\\p{L}\\p{N}])(?:${labels}|[#§№])[.:]?\\s?$`, 'iu');
/** "ISO 9001", "RFC 9110". */
const afterDesignation = /(?<![\p{L}\p{N}])\p{Lu}{2,}[\s-]$/u;

/** Things that an article counts in itself, such as "5 tips". */
const parts =
  'reasons?|ways?|tips?|steps?|things?|examples?|questions?|options?|points?|ideas?|methods?|facts?|mistakes?|rules?|tools?|types?|kinds?|lessons?|strategies|' +
  'techniques?|alternatives?|signs?|benefits?|gründe|wege|tipps|schritte|dinge|beispiele|fragen|arten|fehler|regeln|methoden|ideen|möglichkeiten|vorteile|fakten|' +
  'raisons|façons|conseils|étapes|choses|exemples|astuces|erreurs|règles|méthodes|idées|razones|maneras|formas|consejos|pasos|cosas|ejemplos|preguntas|errores|' +
  'reglas|métodos|motivi|ragioni|modi|consigli|passi|cose|esempi|domande|errori|regole|metodi|idee|razões|motivos|maneiras|dicas|passos|coisas|exemplos|' +
  'perguntas|erros|regras|ideias|redenen|manieren|stappen|dingen|voorbeelden|vragen|fouten|regels|ideeën';
const beforeParts = new RegExp(`^(?:[\\s\\u00A0-]+\\p{L}[\\p{L}'’-]*){0,2}[\\s\\u00A0-]+(?:${parts})(?!\\p{L})`, 'iu');
/** "A 5-minute guide" describes the article, not its subject. */
const beforeItself =
  /^[\s-]+(?:\p{L}+\s)?(?:guide|read|tutorial|overview|introduction|summary|plan|challenge|lesezeit|lektüre|überblick|anleitung|lecture|lectura|lettura|leitura|leestijd)(?!\p{L})/iu;

const multiple = /^\d+(?:[.,]\d+)?x$/;
const years = [1500, 2099] as const;
/** From here on a number cannot be a count of the article's own parts. */
const large = 1000;

/** The figures of a text, in order. `code` is its inline code, in which numbers are names. */
export function figuresOf({ text, quantities }: Pick<Profile, 'text' | 'quantities'>, code: readonly string[] = []): Figure[] {
  const spans = code.length > 0 ? spansOf(text, code) : [];
  return quantities.flatMap((quantity) => {
    const inCode = spans.some(([from, to]) => quantity.index >= from && quantity.index < to);
    const weight = inCode ? undefined : weightOf(quantity, text);
    return weight ? [{ quantity, weight }] : [];
  });
}

function weightOf(quantity: Quantity, text: string): Figure['weight'] | undefined {
  const { kind, text: written, index, value, unit, readings, spelled } = quantity;
  const before = text.slice(Math.max(0, index - 24), index);
  const after = text.slice(index + written.length, index + written.length + 60);
  if (quantity.isFraction) return undefined;
  if (kind === 'code') return multiple.test(written) ? 'measured' : undefined;
  if (kind === 'date') return readings.some(({ year, day }) => year !== undefined || day !== undefined) ? 'measured' : 'plain';
  // "One day" says no more than "some day"; "[3]" is a citation.
  if ((spelled && value <= 1) || (before.endsWith('[') && /^[\],;–-]/.test(after))) return undefined;
  if (unit !== null) return beforeItself.test(text.slice(endOf(quantity, text)).slice(0, 60)) ? undefined : 'measured';
  if (afterLabel.test(before) || beforeParts.test(after)) return undefined;
  if (isYear(quantity)) return 'measured';
  if (afterDesignation.test(before)) return undefined;
  if (value >= large) return 'measured';
  const isNumbering = index === 0 && /^[.):]\s/.test(after) && value < 100;
  return spelled || isNumbering ? undefined : 'plain';
}

/** True for a number that looks like a year: four digits without separators, 1500–2099. */
export function isYear({ kind, text, value, unit }: Quantity): boolean {
  return kind === 'number' && unit === null && /^\d{4}s?$/.test(text) && value >= years[0] && value <= years[1];
}

/** The quantity as written, with the unit that follows. */
export function writtenOf(quantity: Quantity, text: string): string {
  return text.slice(quantity.index, endOf(quantity, text));
}

const unitWord = /^[\s\u00A0\u202F-]{0,2}(?:(?:per|pour|por)\s?(?:cento?|cien?to)|[%‰$€£¥₹]|°[CF]|\p{L}[\p{L}-]*)/iu;

function endOf({ text: written, index, unit }: Quantity, text: string): number {
  const end = index + written.length;
  const next = unit === null ? undefined : unitWord.exec(text.slice(end, end + 40))?.[0];
  const isUnit = next !== undefined && units.get(next.replace(/^[\s\u00A0\u202F-]+/, '').toLowerCase()) === unit;
  return isUnit ? end + next.length : end;
}

function spansOf(text: string, code: readonly string[]): [number, number][] {
  const spans: [number, number][] = [];
  for (const stretch of code) {
    for (let at = text.indexOf(stretch); stretch !== '' && at >= 0; at = text.indexOf(stretch, at + stretch.length))
      spans.push([at, at + stretch.length]);
  }
  return spans;
}
