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
  'ms=millisecond|milliseconds|millisekunden|millisecondes|milisegundos|millisecondi|milliseconden|milissegundos ' +
  's=sec|second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos|secondo|secondi|seconden ' +
  'min=minute|minutes|minuten|minuto|minutos|minuti|minuut|mins h=hour|hours|hrs|stunde|stunden|heure|heures|hora|horas|ora|ore|uur ' +
  'day=days|tag|tage|tagen|jour|jours|día|días|dia|dias|giorno|giorni|dag|dagen ' +
  'week=weeks|woche|wochen|semaine|semaines|semana|semanas|settimana|settimane|weken ' +
  'month=months|monat|monate|monaten|mois|mes|meses|mês|mese|mesi|maand|maanden ' +
  'year=years|jahr|jahre|jahren|an|ans|année|années|año|años|ano|anos|anno|anni|jaar|jaren ' +
  'b=byte|bytes kb=kib|kilobytes mb=mib|megabyte|megabytes gb=gib|gigabyte|gigabytes tb=tib|terabyte|terabytes ' +
  'mm=millimetres|millimeters cm=centimetres|centimeters m=metre|metres|meter|meters|mètres|metros|metri km=kilometre|kilometres|kilometer|kilometers|kilomètres|kilómetros|chilometri ' +
  'mile=miles|mi ft=feet|foot g=gram|grams|gramm kg=kilogram|kilograms|kilogramm|kilo|kilos lb=lbs t=ton|tons|tonne|tonnes|tonnen l=litre|litres|liter|litros ml= ' +
  '°c=℃|degrees celsius|grad celsius °f= w=watt|watts kw= mw= kwh= hz= mhz= ghz= px=pixel|pixels rpm=';

/** Month 1–12 by each of its names. */
export function monthsOf(language: string): ReadonlyMap<string, number> {
  return remembered(monthTables, language, () => {
    const list = (monthLists[language] ?? monthLists['en']!).split(',');
    return new Map(list.flatMap((names, index) => names.split(/[| ]/).map((name) => [name, index + 1] as const)));
  });
}

export function numeralsOf(language: string): ReadonlyMap<string, number> {
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

const monthTables = new Map<string, ReadonlyMap<string, number>>();
const numeralTables = new Map<string, ReadonlyMap<string, number>>();
const scaleTables = new Map<string, ReadonlyMap<string, number>>();

function remembered<Table>(tables: Map<string, Table>, language: string, make: () => Table): Table {
  const key = monthLists[language] ? language : 'en';
  let table = tables.get(key);
  if (!table) tables.set(key, (table = make()));
  return table;
}
