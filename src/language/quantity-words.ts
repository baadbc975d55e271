/** Months, numerals, scales and units of the supported languages, in lower case and with diacritics. */

const monthLists: Record<string, string> = {
  de: 'januar|jan jänner,februar|feb,märz|mär,april|apr,mai,juni|jun,juli|jul,august|aug,september|sep sept,oktober|okt,november|nov,dezember|dez',
  en: 'january|jan,february|feb,march|mar,april|apr,may,june|jun,july|jul,august|aug,september|sep sept,october|oct,november|nov,december|dec',
  es: 'enero|ene,febrero|feb,marzo|mar,abril|abr,mayo|may,junio|jun,julio|jul,agosto|ago,septiembre|sep setiembre,octubre|oct,noviembre|nov,diciembre|dic',
  fr: 'janvier|janv,février|févr,mars,avril|avr,mai,juin,juillet|juil,août,septembre|sept,octobre|oct,novembre|nov,décembre|déc',
  it: 'gennaio|gen,febbraio|feb,marzo|mar,aprile|apr,maggio|mag,giugno|giu,luglio|lug,agosto|ago,settembre|set,ottobre|ott,novembre|nov,dicembre|dic',
  nl: 'januari|jan,februari|feb,maart|mrt,april|apr,mei,juni|jun,juli|jul,augustus|aug,september|sep,oktober|okt,november|nov,december|dec',
  pt: 'janeiro|jan,fevereiro|fev,março|mar,abril|abr,maio|mai,junho|jun,julho|jul,agosto|ago,setembro|set,outubro|out,novembro|nov,dezembro|dez',
};

/** 0–20, then the tens to 100; spellings of one number are separated by a bar. */
const numeralLists: Record<string, string> = {
  de: 'null eins|ein|eine|einen|einem|einer zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert',
  en: 'zero one two three four five six seven eight nine ten eleven twelve|dozen thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred',
  es: 'cero uno|un|una dos tres cuatro cinco seis siete ocho nueve diez once doce|docena trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien|ciento',
  fr: 'zéro un|une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix cent',
  it: 'zero uno|un|una due tre quattro cinque sei sette otto nove dieci undici dodici|dozzina tredici quattordici quindici sedici diciassette diciotto diciannove venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento',
  nl: 'nul een|één twee drie vier vijf zes zeven acht negen tien elf twaalf|dozijn dertien veertien vijftien zestien zeventien achttien negentien twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd',
  pt: 'zero um|uma dois|duas três quatro cinco seis sete oito nove dez onze doze|dúzia treze quatorze|catorze quinze dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem|cento',
};

/** By language, as German "Billion" is a thousand times English "billion". */
const scaleLists: Record<string, string> = {
  de: 'tausend=3 million|millionen|mio=6 milliarde|milliarden|mrd=9 billion|billionen=12',
  en: 'hundred=2 thousand|k=3 million|mn=6 billion|bn=9 trillion=12',
  es: 'mil=3 millón|millones=6 billón|billones=12',
  fr: 'mille=3 million|millions=6 milliard|milliards=9 billion|billions=12',
  it: 'mila=3 milione|milioni|mln=6 miliardo|miliardi|mld=9',
  nl: 'duizend=3 miljoen|mln=6 miljard|mld=9 biljoen=12',
  pt: 'mil=3 milhão|milhões=6 bilhão|bilhões=9 trilhão|trilhões=12',
};

const unitList =
  '%=percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent|pct|％ $=usd|dollar|dollars|dólares|dollari|us-dollar €=eur|euro|euros ' +
  '£=gbp|pound|pounds|pfund ¥=yen|jpy ₹=inr|rupees chf=franken|francs ' +
  'ms=millisecond|milliseconds|millisekunden|millisecondes|milisegundos|milésimas|millièmes|millisecondi|milliseconden|milissegundos ' +
  's=sec|second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos|secondo|secondi|seconden ' +
  'min=minute|minutes|minuten|minuto|minutos|minuti|minuut|mins h=hour|hours|hrs|stunde|stunden|heure|heures|hora|horas|ora|ore|uur ' +
  'day=days|tag|tage|tagen|tages|jour|jours|día|días|dia|dias|giorno|giorni|dag|dagen ' +
  'week=weeks|woche|wochen|semaine|semaines|semana|semanas|settimana|settimane|weken ' +
  'month=months|monat|monate|monaten|monats|mois|mes|meses|mês|mese|mesi|maand|maanden ' +
  'year=years|jahr|jahre|jahren|jahres|an|ans|année|années|año|años|ano|anos|anno|anni|jaar|jaren ' +
  'b=byte|bytes kb=kib|kilobytes mb=mib|megabyte|megabytes gb=gib|gigabyte|gigabytes tb=tib|terabyte|terabytes ' +
  'mm=millimetre|millimeter|millimetres|millimeters|millimètres|milímetros cm=centimetre|centimeter|centimetres|centimeters|centimètres|centímetros m=metre|metres|meter|meters|mètre|mètres|metro|metros|metri km=kilometre|kilometres|kilometer|kilometers|kilomètre|kilomètres|kilómetro|kilómetros|chilometri ' +
  'mile=miles|mi|meile|meilen|millas|milles ft=feet|foot g=gram|grams|gramm|grammes|gramos kg=kilogram|kilograms|kilogramm|kilo|kilos|kilogrammes|kilogramos lb=lbs t=ton|tons|tonne|tonnes|tonnen|toneladas|tonnellate l=litros|litri|litre|litres|liter|litros ml= ' +
  '°c=℃|celsius|degrees celsius|grad celsius °f=fahrenheit w=watt|watts kw= mw= kwh= hz= mhz= ghz= px=pixel|pixels rpm= mph= knot=knots|knoten|nœuds|nudos yd=yard|yards oz=ounce|ounces gal=gallon|gallons ha=hectare|hectares|hektar|hectáreas acre=acres mg=milligram|milligrams|milligramm|milligrammes|miligramos decade=decades|jahrzehnt|jahrzehnte|jahrzehnten|décennie|décennies|década|décadas|decennio|decenni';

/** Month 1–12 by each of its names. */
export function monthsOf(language: string): ReadonlyMap<string, number> {
  return remembered(monthTables, language, () => {
    const list = (monthLists[language] ?? monthLists['en']!).split(',');
    return new Map(list.flatMap((names, index) => names.split(/[| ]/).map((name) => [name, index + 1] as const)));
  });
}

function numeralsOf(language: string): ReadonlyMap<string, number> {
  return remembered(numeralTables, language, () => {
    const table = new Map<string, number>();
    for (const [index, names] of (numeralLists[language] ?? numeralLists['en']!).split(' ').entries()) {
      for (const name of names.split('|')) table.set(name, index <= 20 ? index : (index - 18) * 10);
    }
    for (const [name, value] of compoundsOf(table, language)) if (!table.has(name)) table.set(name, value);
    return table;
  });
}

/** 21–99 in languages that write them as one word: "twenty-one", "vingt-deux", "einundzwanzig", "eenentwintig". */
function compoundsOf(table: ReadonlyMap<string, number>, language: string): [string, number][] {
  const tens = [...table].filter(([, value]) => value >= 20 && value < 100);
  const ones = [...table].filter(([, value]) => value > 0 && value < 10);
  const joined: Record<string, (ten: string, one: string) => string> = {
    de: (ten, one) => `${one}und${ten}`,
    en: (ten, one) => `${ten}-${one}`,
    fr: (ten, one) => `${ten.replace(/s$/, '')}-${one}`,
    nl: (ten, one) => `${one}${one.endsWith('e') ? 'ën' : 'en'}${ten}`,
  };
  const join = joined[language];
  return join ? tens.flatMap(([ten, value]) => ones.map(([one, more]): [string, number] => [join(ten, one), value + more])) : [];
}

/** Scale word → the factor for the number before it. */
export function scalesOf(language: string): ReadonlyMap<string, number> {
  return remembered(scaleTables, language, () => {
    const entries = (scaleLists[language] ?? scaleLists['en']!).split(' ').map((entry) => entry.split('=') as [string, string]);
    return new Map(entries.flatMap(([names, power]) => names.split('|').map((name) => [name, 10 ** Number(power)] as const)));
  });
}

/** Every spelling of a unit → its symbol. */
export const units: ReadonlyMap<string, string> = new Map(
  unitList.split(/ (?=\S+=)/).flatMap((entry) => {
    const [symbol, names] = entry.split('=') as [string, string];
    return [symbol, ...names.trim().split('|')].filter(Boolean).map((name) => [name, symbol] as const);
  }),
);

/** Unit → its dimension and its size there. */
const sizes: ReadonlyMap<string, readonly [string, number]> = new Map(
  (
    'length mm 0.001 cm 0.01 m 1 km 1000 mile 1609.344 ft 0.3048 yd 0.9144;mass mg 0.001 g 1 kg 1000 lb 453.592 oz 28.3495 t 1000000;' +
    'time ms 0.001 s 1 min 60 h 3600 day 86400 week 604800 month 2629800 year 31557600 decade 315576000;' +
    'speed km/h 1 mph 1.609344 mile/h 1.609344 knot 1.852;volume ml 0.001 l 1 gal 3.78541;area ha 1 acre 0.404686;' +
    'data b 1 kb 1000 mb 1000000 gb 1000000000 tb 1000000000000;power w 1 kw 1000 mw 1000000;heat °c 1 °f 1'
  )
    .split(';')
    .flatMap((list) => {
      const [dimension, ...parts] = list.split(' ') as [string, ...string[]];
      return parts.flatMap((unit, at) => (at % 2 === 0 ? [[unit, [dimension, Number(parts[at + 1])]] as const] : []));
    }),
);

/** A measure in the base unit of its dimension; undefined if the unit cannot be converted. */
export function inBase(value: number, unit: string | null): { dimension: string; value: number } | undefined {
  const [dimension, size] = sizes.get(unit ?? '') ?? [];
  if (dimension === undefined) return undefined;
  return { dimension, value: unit === '°f' ? ((value - 32) * 5) / 9 : value * size! };
}

/** After a length: "km/h", "miles per hour". */
export const perHour =
  /^[\s\u00A0-]*\p{L}+\s?(?:\/\s?h\b|(?:per|pro|par|por|an|à|a|all['’])\s?(?:l['’])?(?:hour|stunde|heure|hora|la hora|ora)(?!\p{L}))/iu;

/** Fractions as percentages. */
const fractionLists: Record<string, string> = {
  de: 'hälfte=50 halb=50 halbe=50 halber=50 halbes=50 halben=50 drittel=33.333 viertel=25 fünftel=20 sechstel=16.667 achtel=12.5 zehntel=10',
  en: 'half=50 halves=50 third=33.333 thirds=33.333 quarter=25 quarters=25 fifth=20 fifths=20 tenth=10 tenths=10',
  es: 'mitad=50 medio=50 media=50 tercio=33.333 tercios=33.333 cuarto=25 cuartos=25 quinto=20 quintos=20 décimo=10',
  fr: 'moitié=50 demi=50 demie=50 tiers=33.333 quart=25 quarts=25 cinquième=20 cinquièmes=20 dixième=10',
  it: 'metà=50 mezzo=50 mezza=50 terzo=33.333 terzi=33.333 quarto=25 quarti=25 quinto=20',
  nl: 'helft=50 derde=33.333 kwart=25 vijfde=20',
  pt: 'metade=50 terço=33.333 terços=33.333 quarto=25 quartos=25 quinto=20',
};

export function fractionsOf(language: string): ReadonlyMap<string, number> {
  return remembered(fractionTables, language, () => {
    const entries = (fractionLists[language] ?? fractionLists['en']!).split(' ').map((entry) => entry.split('=') as [string, string]);
    return new Map(entries.map(([word, value]) => [word, Number(value)] as const));
  });
}

/** Languages that write hundreds and thousands as one word: "zwölfhundert", "vierduizend", "duecento". */
const joints: Record<string, readonly [thousand: string, hundred: string]> = {
  de: ['tausend', 'hundert'],
  es: ['', 'cient[oa]s'],
  it: ['mila', 'cento'],
  nl: ['duizend', 'honderd'],
};
const maxJoined = 40;

/** The value of a compound numeral; undefined if the word is none. */
export function compoundOf(word: string, language: string): number | undefined {
  if (/^(?:ander|einein)(?:t?halb)/.test(word) && language === 'de') return 1.5;
  const table = numeralsOf(language);
  if (table.has(word)) return table.get(word);
  if (word.length > maxJoined) return undefined;
  for (const [at, joint] of (joints[language] ?? []).entries()) {
    const [, before, after] = (joint && new RegExp(`^(\\p{L}*?)${joint}(?:und)?(\\p{L}*)$`, 'u').exec(word)) || [];
    if (before === undefined || after === undefined || (before === '' && after === '' && language !== 'de' && language !== 'nl')) continue;
    const [count, rest] = [before === '' ? 1 : compoundOf(before, language), after === '' ? 0 : compoundOf(after, language)];
    return count === undefined || rest === undefined ? undefined : count * (at === 0 ? 1000 : 100) + rest;
  }
  return undefined;
}

/** What a number is said to be: near to it, above it or below it. */
export type Hedge = 'about' | 'more' | 'less';

const hedgeLists: Record<string, Record<Hedge, string>> = {
  de: {
    about: 'rund|etwa|ungefähr|circa|ca\\.|gut|gute|guten|knapp|fast|nahezu|beinahe|annähernd',
    more: 'mehr als|über|mindestens',
    less: 'weniger als|unter|höchstens',
  },
  en: {
    about: 'about|around|some|roughly|approximately|nearly|almost|circa|just (?:over|under)|close to',
    more: 'more than|over|at least|above',
    less: 'less than|fewer than|under|below|at most',
  },
  es: {
    about: 'unos|unas|cerca de|alrededor de|aproximadamente|casi|en torno a',
    more: 'más de|al menos|por encima de',
    less: 'menos de|como máximo',
  },
  fr: { about: 'environ|près de|quelque|presque|à peu près|autour de', more: 'plus de|au moins', less: 'moins de|au plus' },
  it: { about: 'circa|quasi|intorno a', more: 'più di|oltre|almeno', less: 'meno di|al massimo' },
  nl: { about: 'ongeveer|circa|rond|bijna|zo’n', more: 'meer dan|ruim|minstens', less: 'minder dan|hooguit' },
  pt: { about: 'cerca de|aproximadamente|quase|uns|umas', more: 'mais de|pelo menos', less: 'menos de|no máximo' },
};
const hedgePatterns = new Map<string, ReadonlyMap<string, RegExp>>();

/** The hedge that these words before a number end with. */
export function hedgesOf(language: string, before: string): Hedge | null {
  const patterns = remembered(hedgePatterns, language, () => {
    const list = Object.entries(hedgeLists[language] ?? hedgeLists['en']!);
    return new Map(list.map(([hedge, words]) => [hedge, new RegExp(`(?<!\\p{L})(?:${words})\\s[$€£¥₹]?$`, 'iu')]));
  });
  for (const [hedge, pattern] of patterns) if (pattern.test(before)) return hedge as Hedge;
  return null;
}

const fractionTables = new Map<string, ReadonlyMap<string, number>>();
const monthTables = new Map<string, ReadonlyMap<string, number>>();
const numeralTables = new Map<string, ReadonlyMap<string, number>>();
const scaleTables = new Map<string, ReadonlyMap<string, number>>();

function remembered<Table>(tables: Map<string, Table>, language: string, make: () => Table): Table {
  const key = monthLists[language] ? language : 'en';
  let table = tables.get(key);
  if (!table) tables.set(key, (table = make()));
  return table;
}
