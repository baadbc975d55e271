/** What the writer of excerpts knows about a language; others are judged by form alone. */
interface Locale {
  /** Pronouns and connectives: words that mean something said before, if they open a sentence. */
  openers: string;
  /** Words that do so near a sentence's beginning: "In this case". */
  demonstratives: string;
  /** Points at something that is not quoted, or speaks for its writer. */
  points: string;
  /** Verbs that define: "X is …". */
  defines: string;
}

/** By ISO 639-1. */
const words: Readonly<Record<string, Locale>> = {
  en: {
    openers:
      'subsequent|all (?:two|three|four|five|six)|we (?:did|do|have done) that|if you \\p{L}+ [^.,]{1,60} again|in fact|in effect|if (?:so|not|you do|you don’t)|indeed|he|she|it(?! is \\S+(?<!(?:set|used|made|said|thought|meant|known|[^l]ed)) (?:to|that) )|they|him|his|her|hers|its|their|them|both|another|others?|also|however|but|and|or|so|thus|hence|therefore|then|instead|later|meanwhile|otherwise|similarly|likewise|furthermore|moreover|additionally|consequently|nevertheless|finally|afterwards|thereafter|again|anyway|unfortunately|one of|some of|most of|after all|for example|for instance|as a result|in addition|in contrast|in turn|by contrast|on the (?:other|contrary)|the (?:former|latter|others?|same|second|third|last|next|resulting|first)|(?:as|if|when|while|after|of|to|with|from|like|unlike|despite) (?:it|they|them|so|not|he|she|his|her|its|their)|(?:[^\\s,]+,? ){1,3}(?:also(?! (?:known|called|named|spelled|referred))|too|then|however|therefore|instead)',
    demonstratives: 'this|these|those|such|he|she',
    points:
      "(?:described|listed|shown|explained|given|mentioned|discussed) there|sections? \\d|chapters? \\d|figures? \\d|tables? \\d|(?:this|next|previous|following|last|remainder of the) (?:section|chapter|guide|document|page|tutorial|manual|appendix|howto|article)s?|(?:above|below) (?:paragraph|section|table|figure)|(?:table|figure|section) (?:above|below)|see (?:above|below)|later in|described (?:above|below|later|earlier)|explained later|mentioned (?:above|below|earlier)|example \\d|so far|(?-i:(?<!\\p{Lu}\\p{L}* )I(?= \\p{Ll}|[’']\\p{Ll}))[’'\\p{L}]*|my|let[’']s|you[’']ll (?:learn|find)|newsletter|click here|subscribe|(?:[,–—-] )(?:please )?(?:see|refer to|consult) (?!how|what|that|whether|if)",
    defines:
      '(?:is|was) (?:an?|the|one)|(?:are|were) (?!not |\\p{L}+(?:ed|en|ly) )\\p{L}+|means?|refers? to|describes?|consists? of|(?:is|are) used (?:to|for)|provides?|allows?|enables?|lets?',
  },
  de: {
    openers:
      'er|sie(?! \\p{L}+en )|es(?! gibt )|ihn|ihm|ihnen|ihre?[mnrs]?|seine?[mnrs]?|beide[rsmn]?|da(?:durch|her|bei|zu|von|nach|für|mit|rum|gegen|nn)|des(?:halb|wegen)|außerdem|jedoch|allerdings|auch|zudem|trotzdem|somit|aber|und|oder|denn|sonst|zum beispiel|stattdessen|später|ebenso|hier(?:bei|zu|für|durch|mit)?|so|\\S+ (?:deshalb|daher|jedoch|dagegen|dann|außerdem|aber|auch)',
    demonstratives: 'dies|diese[rsmn]?|jene[rsmn]?|solche[rsmn]?|er|ihn|ihm',
    points:
      'Abschnitt \\d|Kapitel \\d|Tabelle \\d|Abbildung \\d|(?:oben|unten) (?:genannt|beschrieben|gezeigt|erwähnt)\\p{L}*|(?:obige|untige)[nrsm]?|weiter (?:oben|unten)|(?:diese[rsmn]?|nächste[rsnm]?|folgende[nrsm]?) (?:Abschnitt|Kapitel|Dokument|Tabelle|Abbildung)\\p{L}*|ich|mein\\p{L}{0,2}|newsletter|klicken Sie hier',
    defines:
      '(?:ist|war) (?:eine?[rnms]?|de[rm]|die|das)|sind|waren|bezeichnet|bezeichnen|bedeutet|heißt|besteht aus|dien(?:t|en)|ermöglich(?:t|en)|erlaub(?:t|en)|biete(?:t|n)',
  },
  fr: {
    openers:
      "ils?(?! (?:faut|existe|suffit|convient|vaut|y a|est \\p{L}+ (?:de|que|d[’']))(?!\\p{L}))|elles?|(?:celui|celles?|ceux)(?! qui| que)|son|sa|ses|leurs?|puis|ensuite|alors|donc|ainsi(?! que)|mais|et|ou|car|or|cependant|toutefois|pourtant|néanmoins|de plus|en (?:outre|effet|revanche)|par (?:ailleurs|conséquent|exemple)|au contraire|enfin|aussi|de même|les deux|\\S+ (?:aussi|également|cependant|donc)",
    demonstratives: "cela|celui-ci|celle-ci|ceux-ci|ça|ceci|cet|ce(?! qui| que)|cette|ces|c[’']est|c[’']était",
    points:
      "sections? \\d\\S*|chapitres? \\d\\S*|figure \\d|tableau \\d|ci-(?:dessus|dessous|contre|après)|plus (?:bas|haut|loin)|ce (?:tutoriel|document|chapitre|guide)|(?:section|chapitre|tableau|exemple) (?:suivant|précédent)e?|je|j[’']\\p{L}+|mon|mes|newsletter|cliquez ici|abonnez-vous",
    defines:
      "(?:est|était) (?:une?|l[ea]|l[’']\\p{L}+)|sont|étaient|désigne|désignent|signifie|consiste à|consiste en|sert à|servent à|contient|(?:vous |nous )?permet(?:tent)?|fournit",
  },
  es: {
    openers:
      'él|ella|ellas|ellos|sus?|además|también|por (?:eso|ello|lo tanto|tanto|ejemplo|consiguiente|otr[oa] (?:lado|parte))|sin embargo|no obstante|pero|y|e|o|entonces|luego|así(?! como)|en (?:cambio|consecuencia)|de hecho|asimismo|tampoco|amb[oa]s|dich[oa]s?|lo cual|es(?! \\p{L}+ \\p{L}+[aeií]r )|son|era|fue|está|están|tienen?|pueden?|se trata',
    demonstratives: 'esto|eso|aquello|est[eao]s?|es[eao]s?',
    points:
      'sección \\d|capítulo \\d|figura \\d|tabla \\d|(?:tabla|figura|capítulo|sección) (?:siguiente|anterior)|más (?:abajo|arriba|adelante)|yo|mi|mis|boletín|suscríbe\\p{L}*|haz clic',
    defines: '(?:es|era|fue) (?:una?|uno|el|la|lo)|son|eran|permiten?|significa|designa|consiste en|sirve para',
  },
  pt: {
    openers:
      'el[ea]s?|(?:o |a |os |as )?(?:seus?|suas?)|além disso|também|por (?:isso|exemplo|outro lado)|portanto|contudo|porém|no entanto|mas|e|ou|então|depois|assim|ao contrário|amb[oa]s|é(?! \\p{L}+ \\p{L}+[aei]r )|são|era|foi|está|estão|tem|têm|pode|podem|trata-se',
    demonstratives: 'isto|isso|aquilo|[nd]?est[ea]s?|[nd]?ess[ea]s?',
    points:
      'se[cç]?ção (?:\\d|anterior|seguinte)|(?:capítulo|página)s? (?:anterior|seguinte)(?:es)?|capítulo \\d|figura \\d|tabela \\d|(?:acima|abaixo)|eu|meus?|minhas?|clique|assine|newsletter',
    defines: '(?:é|era|foi) (?:uma?|o|a)|são|eram|permitem?|significa|designa|consiste em|serve para',
  },
  it: {
    openers:
      'egli|ella|ess[aeio]|lui|lei|loro|(?:il|la|i|le) (?:suo|sua|suoi|sue|loro)|inoltre|anche|quindi|perciò|pertanto|tuttavia|però|ma|ed?|o|poi|così|infatti|invece|al contrario|(?:ad|per) esempio|entramb[ie]|è(?! \\p{L}+ \\p{L}+(?:re|rsi) )|sono|era|ha|hanno|può|possono|si tratta',
    demonstratives: "quest(?:[oaie]|[’']\\p{L}+)|quell(?:[oaie]|[’']\\p{L}+)|quel|ciò|tal",
    points:
      'sezione \\d|(?:capitolo|sezione|paragrafo|pagin[ae]) (?:precedent[ei]|seguent[ei]|successiv[aeio])|capitolo \\d|figura \\d|tabella \\d|qui (?:sopra|sotto)|io|mi[oa]|miei|clicca|iscriviti|newsletter',
    defines:
      "(?:è|era) (?:un[oa]?|il|la|lo|un['’]\\p{L}+|l['’]\\p{L}+)|sono|erano|permett(?:e|ono)|significa|indica|consiste in|consiste nel|serve a",
  },
  nl: {
    openers:
      'hij|zij|ze|dat|die|het (?:is|wordt|heeft|kan|was|moet|bevat|werkt|bestaat)|hem|haar|hun|daar(?:door|om|na|bij|mee|naast|voor)|dan|toch|echter|bovendien|ook|maar|en|of|want|bijvoorbeeld|verder|vervolgens|hier(?:door|bij|mee|na)|dus|anders|beide|ten slotte|tot slot|zijn',
    demonstratives: 'dit|deze',
    points: 'hoofdstuk \\d|sectie \\d|figuur \\d|tabel \\d|hierboven|hieronder|ik|mijn|klik|nieuwsbrief',
    defines: '(?:is|was) (?:een|de|het)|zijn|waren|betekent|bestaat uit|dient',
  },
};

// These mean nothing else in another of the languages, so each stands once.
const back =
  '(?<!and )above(?! all)|aforementioned|oben|obige[nrsm]?|obenstehende[nrsm]?|ci-dessus|précédentes?|anteriores|arriba|acima|sopra|precedent[ei]|hierboven|bovenstaande';
const sends =
  'see|for (?:more|further|details|an? \\S+ (?:of|list))|refer to|consult|read|visit|check out|learn more|more (?:details|information)|siehe|(?:lesen|sehen|schauen|besuchen|beachten) Sie|(?:weitere|nähere) (?:Informationen|Details|Einzelheiten)|(?:für|um) (?:weitere|nähere|mehr)|consult(?:ez|er)|(?:se |vous )?report(?:ez-vous|er)|lisez|lire|voir|voyez|pour (?:plus|davantage)|véase|consult[ae]|para (?:más|mayor|mais)|v(?:er|eja)|ved(?:i|ere)|per (?:maggiori|ulteriori)|zie|lees|voor meer';
const announces =
  'the following(?! (?:year|day|month|week|morning|night|season))|here (?:is|are)|below is|hier (?:ist|sind|eine?|einige|folgt)|voici|aquí|ecco|hier volg(?:t|en)|(?:im )?folgende[nrsm]?|l(?:es?|a) \\p{L}+ suivante?s?|(?:l[oa]s|el|la) siguientes?|[oa]s? seguintes?|(?:i|le|il|la) seguent[ei]|de volgende';
const foretold =
  '(?:shown|listed|given|described|set out|as|table|list|example) below|below|unten|ci-dessous|ci-après|a continuación|a seguir|di seguito|hieronder';
const polite = '(?:(?:please|bitte|veuillez|por favor|per favore) )?';
const quote = '^["“«„\'‘(¿]*';
const ends = "(?![\\p{L}\\p{N}’'_-])";

/** The expressions of a language; none for others. */
export const locales: Readonly<Partial<Record<string, ReturnType<typeof expressionsOf>>>> = Object.fromEntries(
  Object.entries(words).map(([language, locale]) => [language, expressionsOf(locale)]),
);

function expressionsOf({ openers, demonstratives, points, defines }: Locale) {
  const opening = `${quote}(?:(?:${openers}|${demonstratives})|(?:[^\\s,;:]+,? ){1,4}?(?:${demonstratives}))${ends}`;
  return {
    leans: new RegExp(`${opening}|(?<!\\p{L})(?:${back})(?!\\p{L})`, 'iu'),
    refers: new RegExp(`(?<!\\p{L})(?:${demonstratives})(?!\\p{L})`, 'iu'),
    points: new RegExp(`(?<![\\p{L}-])(?:${points})(?!\\p{L})|${quote}${polite}(?:${sends})${ends}`, 'iu'),
    announces: new RegExp(`${quote}(?:${announces})(?!\\p{L})|(?<!\\p{L})(?:${foretold})[.:]?$`, 'iu'),
    defines: new RegExp(`^([^;:]{2,140}?),?\\s+(?:${defines})\\s`, 'u'),
  };
}

/** Opens a question, in any of the languages. */
export const asks =
  /^(?:how|why|what|when|where|which|who|can|is|are|does|do|should|wie|warum|was|wann|wo|welche[rs]?|wer|wozu|kann|ist|comment|pourquoi|quand|où|quel(?:le)?s?|combien|qu[’']est-ce|¿?(?:cómo|por qué|qué|cuándo|dónde|cuál(?:es)?)|como|por que|o que|quando|onde|quais|qual|come|perché|che cosa|dove|quali|quale|hoe|waarom|wat|wanneer|waar|welke?)(?!\p{L})/iu;

/** Parts the two subjects of a comparison, in any of the languages; a plain "and" only if nothing clearer does. */
export const versus = [
  /\s+(?:versus|vs\.?|compared (?:to|with)|gegen|im Vergleich (?:zu|mit)|contre|par rapport à|comparé à|contra|frente a|contro|tegen)\s+/iu,
  /\s+(?:or|and|oder|und|ou|et|o|y|e|of|en)\s+/iu,
];
