/** Endings that are replaced one after another, in a word that then still has three letters: `of` is what plural and singular come to. */
type Endings = readonly (readonly [ending: RegExp, of: string])[];

/** Plurals that no ending tells, by their singular. */
const irregular = new Map(
  Object.entries<Readonly<Record<string, string>>>({
    en: {
      children: 'child',
      feet: 'foot',
      geese: 'goose',
      halves: 'half',
      knives: 'knife',
      leaves: 'leaf',
      lives: 'life',
      loaves: 'loaf',
      men: 'man',
      mens: 'man',
      mice: 'mouse',
      people: 'person',
      shelves: 'shelf',
      teeth: 'tooth',
      thieves: 'thief',
      wives: 'wife',
      wolves: 'wolf',
      women: 'woman',
      womens: 'woman',
    },
    fr: { yeux: 'oeil', travaux: 'travail', vitraux: 'vitrail', coraux: 'corail' },
  }),
);

/** Words that end like a plural and are none: "news" is not several of "new". */
const whole = new Map<string, ReadonlySet<string>>(
  Object.entries({
    en: new Set('atlas aws bias canvas christmas dns gas gps ios lens news series sms species vps'.split(' ')),
    fr: new Set('bus fils temps avis cours corps bois bras dos gaz mois pays prix'.split(' ')),
  }),
);

/** German nouns whose plural ends in -er, also as the last part of a compound. In other nouns (`Bäcker`) the ending is their own. */
const plurals =
  'bader bilder blatter bucher dacher dorfer eier felder geister gesichter glaser glieder hauser huhner kinder kleider krauter lander ' +
  'lichter lieder manner rader rander schilder tucher volker walder worter';
const germanNouns = new RegExp(`(?:${plurals.replaceAll('er ', '|').slice(0, -2)})er(?:n?)$`);

const endings = new Map<string, Endings>(
  Object.entries({
    en: [
      [/(?<![su])s$|(?<=s)es$/, ''],
      [/(?<=[sxz]|[cs]h)e$/, ''],
      [/ie$/, 'y'],
      [/(?<=[^o])oe$/, 'o'],
    ],
    de: [
      [/innen$/, 'in'],
      [/een?$/, 'e'],
      [/(?<=[^aeiou]|e)um$/, ''],
      [/(?<=[^aeiou])(?:e[nsm]?|n)$|(?<=ei|eu|au)en?$/, ''],
      [/(?<=[^s])s$/, ''],
    ],
    fr: [
      [/(?<=e)aux$/, 'au'],
      [/aux$/, 'al'],
      [/(?<=[aeo]u)x$/, ''],
      [/(?<=[^s])s$/, ''],
    ],
    es: [
      [/ces$/, 'z'],
      [/(?<=[aeo])s$/, ''],
      [/(?<=[^aeiou])e$/, ''],
      [/(?<=[^aeiou][^aeiou]?[aeo])s$/, ''],
    ],
    it: [
      [/[aeio]$/, ''],
      [/i$/, ''],
      [/(?<=[cg])h$/, ''],
    ],
    pt: [
      [/(?:oes|aes|aos)$/, 'ao'],
      [/ns$/, 'm'],
      [/(?<=[aeou])is$/, 'l'],
      [/(?<=[rz])es$/, ''],
      [/(?<=[aeiou])s$/, ''],
    ],
    nl: [
      [/eren$|(?<=[^aeiou])en$|(?<=[^s])s$/, ''],
      [/z$/, 's'],
      [/v$/, 'f'],
      [/([bdfgklmnprst])\1$/, '$1'],
      [/([aeou])\1(?=[^aeiou]$)/, '$1'],
    ],
  }),
);

const minLetters = 3;
/** Germans inflect what stands before a noun by its number: "bester Laptop", "beste Laptops". */
const germanAdjective =
  /(?:ig|lich|isch|bar|los|sam|haft|ell|est|^(?:best|gut|neu|klein|gross|alt|jung|schnell|leicht|stark|hell|rot|blau))er$/;

/**
 * What a word and its plural both come to; no word of the language. `folded` is in lower case without accents. In a language without rules here
 * the word itself: where cases do the work of prepositions, endings tell "from Rome" from "to Rome". After the light stemmers of Savoy (2006,
 * "Light stemming approaches for the French, Portuguese, German and Hungarian languages"), which leave all but number, and for English Harman's (1991).
 */
export function singularOf(folded: string, language: string): string {
  if (whole.get(language)?.has(folded)) return folded;
  const irregularForms = irregular.get(language) ?? {};
  // No word is what every object has, such as "constructor".
  let word = Object.hasOwn(irregularForms, folded) ? irregularForms[folded]! : folded;
  if (language === 'de' && (germanAdjective.test(word) || germanNouns.test(word))) word = word.replace(/ern?$/, '');
  for (const [ending, of] of endings.get(language) ?? []) {
    const shorter = word.replace(ending, of);
    if (shorter.length >= minLetters) word = shorter;
  }
  return word;
}

/** An English name as it stands before a noun: "credit cards" → "credit card". */
export function singularName(name: string): string {
  return name.replace(/\p{L}+$/u, (last) => {
    if (whole.get('en')!.has(last) || Object.hasOwn(irregular.get('en')!, last)) return singularOf(last, 'en');
    return last
      .replace(/(?<=[^aeiou])ies$/, 'y')
      .replace(/(?<=ss|x|ch|sh|[^aeiou]o)es$/, '')
      .replace(/(?<=\p{L}{2})(?<!ic|[sui])s$/u, '');
  });
}
