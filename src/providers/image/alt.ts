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

interface Phrases {
  card(title: string): string;
  illustration(subject: string): string;
}

const english: Phrases = {
  card: (title) => `Title card with coloured shapes: “${title}”`,
  illustration: (subject) => `Generated illustration on the subject “${subject}”`,
};

const phrases: Readonly<Record<string, Phrases>> = {
  en: english,
  de: {
    card: (title) => `Titelbild mit farbigen Formen: „${title}“`,
    illustration: (subject) => `Generierte Illustration zum Thema „${subject}“`,
  },
  fr: {
    card: (title) => `Image de titre aux formes colorées : « ${title} »`,
    illustration: (subject) => `Illustration générée sur le thème « ${subject} »`,
  },
  es: {
    card: (title) => `Imagen de título con formas de color: «${title}»`,
    illustration: (subject) => `Ilustración generada sobre el tema «${subject}»`,
  },
  pt: {
    card: (title) => `Imagem de título com formas coloridas: «${title}»`,
    illustration: (subject) => `Ilustração gerada sobre o tema «${subject}»`,
  },
  it: {
    card: (title) => `Immagine di titolo con forme colorate: «${title}»`,
    illustration: (subject) => `Illustrazione generata sul tema «${subject}»`,
  },
  nl: {
    card: (title) => `Titelbeeld met gekleurde vormen: ‘${title}’`,
    illustration: (subject) => `Gegenereerde illustratie over het onderwerp ‘${subject}’`,
  },
};

/** Alternative text for a featured image, in the article's language (en, de, fr, es, pt, it or nl, else English). One line, at most 125 characters. */
export function altTextOf({ title, keyword, language, kind = 'card' }: Illustrated): string {
  const phrase = (phrases[language.toLowerCase().split(/[-_]/)[0]!] ?? english)[kind];
  const words = cleanLine(kind === 'card' ? title || keyword : keyword || title);
  return phrase(shortened(words, maxLength - phrase('').length));
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
