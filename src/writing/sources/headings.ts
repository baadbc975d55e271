import { headingSeparator } from '../../documents/passages.ts';
import { normalise, tidy, words } from '../../language/tokens.ts';

const maxHeadingWords = 10;
const maxHeadingCharacters = 70;

/** Headings that any document may have and that say nothing about its subject. */
const generic = new Set(
  (
    'introduction|intro|overview|summary|abstract|about|general|contents|table of contents|see also|references|external links|further reading|notes|footnotes|citations|' +
    'bibliography|sources|works cited|related|related links|resources|links|example|examples|basic example|usage example|parameters|params|arguments|options|returns|return value|' +
    'properties|methods|events|fields|class|classes|constructor|api|api reference|reference|type definitions|types|errors|throws|description|details|more|misc|miscellaneous|other|' +
    'conclusion|final thoughts|wrap up|wrapping up|key takeaways|takeaways|tl dr|faq|faqs|frequently asked questions|questions|q a|next steps|what s next|changelog|history of changes|license|' +
    'credits|acknowledgements|acknowledgments|contributors|comments|leave a reply|share|subscribe|newsletter|related posts|related articles|quick start|quickstart|prerequisites|note|notes and references|' +
    'gallery|discography|filmography|awards and nominations|explanatory notes|works|tips|remarks|syntax|default|home|welcome|readme|untitled|document|page|post|article|text|best practices|caveats|workarounds|' +
    'einleitung|einführung|überblick|zusammenfassung|fazit|allgemeines|inhalt|inhaltsverzeichnis|siehe auch|einzelnachweise|literatur|weblinks|quellen|häufige fragen|beispiele?|' +
    'présentation|sommaire|résumé|généralités|voir aussi|références|liens externes|bibliographie|questions fréquentes|exemples?|' +
    'introducción|conclusión|conclusiones|resumen|índice|véase también|referencias|enlaces externos|bibliografía|preguntas frecuentes|ejemplos?|' +
    'introdução|conclusão|resumo|ver também|referências|ligações externas|bibliografia|perguntas frequentes|exemplos?|' +
    'introduzione|conclusione|conclusioni|riassunto|vedi anche|riferimenti|collegamenti esterni|domande frequenti|esempi|' +
    'inleiding|conclusie|samenvatting|overzicht|zie ook|referenties|externe links|bronnen|veelgestelde vragen|voorbeelden'
  )

    .split('|'),
);
const smallWords = new Set('a an and as at but by for from if in into nor of on or over per so the to upon via vs with yet'.split(' '));
const numbering =
  /^\s*(?:(?:chapter|section|part|step|lesson|appendix|figure|fig\.?|table|example|listing|exercise|kapitel|abschnitt|teil|schritt|anhang|abbildung|tabelle|beispiel|chapitre|partie|étape|annexe|tableau|exemple|capítulo|sección|apéndice|paso|tabla|figura|capitolo|parte|passo|hoofdstuk|stap|bijlage)\s+(?:\d+(?:[.-]\d+)*|[ivxlc]+\b|[a-z]\b)\s*[.:)–—-]*\s*|§+\s*\d+(?:\.\d+)*[.:)]?\s*|\d+\.\d+\.\s+\d+\s+(?=[A-Z])|(?:\d+(?:\.\d+)*|[ivxlcIVXLC]{1,5}|[A-Za-z])[.)]\s+|[A-Z]?\d*(?:\.\d+)+\.?\s+|#+\s*)/i;
const signature =
  /^(?:[Pp]arameter|[Pp]roperty|[Tt]ype|[Ii]nterface)\s*:|[(){}[\]=<>$\\|]|^(?:new|static|async)\s|^[Ee]vent:|^\w+\.\w+$|^['"`]|--\w|^[a-z]+[A-Z]\w*$|^\w*_\w*$|::/;
const label = /^(?:class|interface|type|enum|struct|trait|module|namespace|package|function|method|parameter|property|object)\s*:?\s+/i;

/** A heading without what counts it: "Chapter 10.", "1.2.5.", "Figure 3", "§ 4". What is nothing but a number stays. */
export function withoutNumber(raw: string): string {
  const text = tidy(raw);
  return text.replace(numbering, '') || text;
}

/** A source's heading without its number, label and marks. */
export function bareHeading(raw: string): string {
  const text = withoutNumber(raw)
    .replace(/\p{Extended_Pictographic}\uFE0F?/gu, '')
    .replace(/[`*]/g, '')
    .trim()
    .replace(label, '');
  const isLoud = /\p{Lu}{5}/u.test(text) && !/\p{Ll}/u.test(text);
  return isLoud ? text.toLowerCase().replace(/\p{L}/u, (letter) => letter.toUpperCase()) : text;
}

/** Makes a source's heading fit for an article. Null if it means nothing outside its document. */
export function cleanHeading(raw: string): string | null {
  if (isSignature(raw.replace(/[`*]/g, '').trim())) return null;
  const text = bareHeading(raw)
    .replace(/\s+[–—-]\s+/, ': ')
    .replace(/\s*[.:;,!…–—-]+$/, '')
    .trim();
  const count = words(text).length;
  if (count === 0 || count > maxHeadingWords || text.length > maxHeadingCharacters || !/\p{L}{3}/u.test(text)) return null;
  if (
    generic.has(
      normalise(text)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
  )
    return null;
  // "opts" says nothing, but "post-merge" is a name.
  if (count === 1 && /^\p{Ll}+$/u.test(text)) return null;
  return text;
}

/** Whether the innermost heading names something of a program, such as a function with its arguments. */
export function isSignature(heading: string | null): boolean {
  const last = heading?.split(headingSeparator).at(-1) ?? '';
  return signature.test(last) || signature.test(last.replace(label, ''));
}

/** In characters, of a title and of a heading. */
const maxNamed = 60;

/** Where a passage stands, in few words: its document's title and its innermost heading, long ones cut. */
export function sectionName({ documentTitle, heading }: { documentTitle: string; heading: string | null }): string {
  const names = [documentTitle, heading?.split(headingSeparator).at(-1) ?? ''].map((name) => {
    const text = tidy(name);
    return text.length > maxNamed ? `${text.slice(0, maxNamed - 1).toWellFormed()}…` : text;
  });
  return [...new Set(names)].filter(Boolean).join(headingSeparator);
}

/** The innermost heading of a passage, if it is a question. */
export function questionOf(heading: string | null): string | null {
  const last = tidy((heading?.split(headingSeparator).at(-1) ?? '').replace(numbering, '').replace(/^\s*(?:Q[.:)]|\d{1,2}(?=\s))\s*/i, ''));
  return /[?？؟]$/.test(last) && words(last).length >= 3 ? last : null;
}

const introductory =
  /^(?:[\d.]+ )*(?:introduc\p{L}+|overview|about|(?:basic |key )?concepts?|basics|what (?:is|are)|einführung|einleitung|überblick|grundlagen|(?:grund)?konzepte?|begriffe|was (?:ist|sind)|présentation|aperçu|notions|concepts de base|qu[’']est-ce|introdu[zç]\p{L}+|conceptos|conceitos|concetti(?: di)? base|concetti|qué (?:es|son)|o que é|inleiding|overzicht)(?!\p{L})/iu;

/** Whether a section's heading, or its document's title where it has none, says that it introduces something. */
export function introduces(heading: string | null, title: string): boolean {
  return introductory.test(heading?.split(headingSeparator).at(-1) ?? '') || introductory.test(title);
}

/** The parts of a "Section › Subsection" path that make good headings, outermost first. */
export function headingPath(heading: string | null): string[] {
  return (heading?.split(headingSeparator) ?? []).map(cleanHeading).filter((part) => part !== null);
}

/**
 * Puts English headings in title case; in other languages only capitalises the first letter. Names keep their spelling
 * (`MockAgent`, "iPhone", "HTTP/2"); `spellings` gives that of lower-case words in the sources ("http" → "HTTP").
 */
export function titleCase(text: string, language: string, spellings: ReadonlyMap<string, string>): string {
  if (/^\p{Ll}+(?:-\p{Ll}+)+$/u.test(text)) return text;
  const parts = tidy(text).split(' ');
  const cased = parts.map((part, index) => {
    if (language === 'en' && pair.test(part))
      return part
        .split('/')
        .map((word) => titleCase(word, language, spellings))
        .join('/');
    const spelled = isPath.test(part)
      ? part
      : part.replace(/[\p{L}\p{N}]+/gu, (word) =>
          word === word.toLowerCase() && !smallWords.has(word) ? (spellings.get(word) ?? word) : word,
        );
    if (spelled !== part || hasOwnCase(part)) return spelled;
    if (index > 0 && language !== 'en') return part;
    const edge = index === 0 || index === parts.length - 1 || /[:?!.–—]$/.test(parts[index - 1]!);
    if (!edge && smallWords.has(part.toLowerCase().replace(/\.$/, ''))) return part.toLowerCase();
    return part
      .replace(/\p{L}/u, (letter) => letter.toUpperCase())
      .replace(/(?<=\p{L}-)\p{Ll}(?=\p{Ll}{3})/gu, (letter) => letter.toUpperCase());
  });
  return cased.join(' ');
}

function hasOwnCase(word: string): boolean {
  return /\p{L}\p{Lu}|\p{N}|\p{L}[._/]\p{L}/u.test(word) || smallBrand.test(word);
}
const isPath = /\p{L}[/_]\p{L}/u;
/** Two words to choose from: "audio/video". In headings of the manuals of Git, SQLite and Apache HTTPD 25 of 27 that look so are no path. */
const pair = /^\p{Ll}+\/\p{Ll}+$/u;
const smallBrand = /^\p{Ll}+\.\p{Ll}+/u;

/**
 * Maps lower-case words to their spelling with capitals (acronyms, names, German nouns), if the texts mostly use that within sentences; one with several
 * capitals tells wherever it stands, but not among others that are all capitals.
 */
export function spellingsIn(texts: readonly string[]): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const text of texts) {
    for (const [word] of text.replace(/`([^`]*)`/g, (_, code: string) => (severalCapitals.test(code) ? code : ' ')).matchAll(spelled)) {
      const lower = word.toLowerCase();
      const forms = counts.get(lower) ?? new Map<string, number>();
      forms.set(word, (forms.get(word) ?? 0) + 1);
      counts.set(lower, forms);
    }
  }
  const spellings = new Map<string, string>();
  for (const [lower, forms] of counts) {
    const total = [...forms.values()].reduce((sum, count) => sum + count, 0);
    for (const [form, count] of forms) if (form !== lower && count > total / 2) spellings.set(lower, form);
  }
  return spellings;
}

/** The name of a program is none of its code, however it is set. */
const severalCapitals = /^\p{Lu}\p{Ll}+\p{Lu}\p{L}*$/u;
const spelled =
  /(?<=[\p{Ll}\p{N}],? |\p{L}-)[\p{L}\p{N}]{2,}(?![\p{L}\p{N}_])|(?<![\p{L}\p{N}_]|\p{Lu}{2}[ -])(?=\p{L}*\p{Ll}?\p{Lu}{2}|\p{L}*\p{Ll}\p{Lu})[\p{L}\p{N}]{2,}(?![\p{L}\p{N}_]| \p{Lu}{2})/gu;
