export interface Illustrated {
  title: string;
  keyword: string;
  /** A language tag such as `de-AT`. */
  language: string;
  /** `card`: drawn here from the title. `illustration`: a model's picture of the subject. Default `card`. */
  kind?: 'card' | 'illustration';
}

/** Screen reader guidelines advise about 125 characters at most. */
const maxLength = 125;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Each with … where the title or the subject stands. */
const phrases: Readonly<Partial<Record<string, { card: string; illustration: string }>>> = {
  de: { card: 'Titelbild mit farbigen Formen: „…“', illustration: 'Generierte Illustration zum Thema „…“' },
  fr: { card: 'Image de titre aux formes colorées : « … »', illustration: 'Illustration générée sur le thème « … »' },
  es: { card: 'Imagen de título con formas de color: «…»', illustration: 'Ilustración generada sobre el tema «…»' },
  pt: { card: 'Imagem de título com formas coloridas: «…»', illustration: 'Ilustração gerada sobre o tema «…»' },
  it: { card: 'Immagine di titolo con forme colorate: «…»', illustration: 'Illustrazione generata sul tema «…»' },
  nl: { card: 'Titelbeeld met gekleurde vormen: ‘…’', illustration: 'Gegenereerde illustratie over het onderwerp ‘…’' },
};
const english = { card: 'Title card with coloured shapes: “…”', illustration: 'Generated illustration on the subject “…”' };

/** Alternative text for a featured image, in the article's language (en, de, fr, es, pt, it or nl, else English). One line, at most 125 characters. */
export function altTextOf({ title, keyword, language, kind = 'card' }: Illustrated): string {
  const phrase = (phrases[language.toLowerCase().split(/[-_]/)[0]!] ?? english)[kind];
  const words = cleanLine(kind === 'card' ? title || keyword : keyword || title);
  return phrase.replace('…', () => shortened(words, maxLength + 1 - phrase.length));
}

/** Cuts between words if one ends close enough to the limit. Counts UTF-16 units, as forms in content systems do. */
function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  let cut = '';
  for (const { segment } of graphemes.segment(text)) {
    if (cut.length + segment.length >= max) break;
    cut += segment;
  }
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\s]+/gu, ' ')
    .trim();
}
