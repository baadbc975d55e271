/** What the writer of excerpts knows about a language; others are judged by form alone. */
export interface Locale {
  /** Openers that mean something said before: pronouns and connectives. */
  leans: RegExp;
  /** Refers to something that the article does not show, or speaks to the reader of another page. */
  unfit: RegExp;
  /** Verbs that define: "X is …". */
  defines: string;
  /** Words that open a question. */
  asks: string;
  /** Words that part the two subjects of a comparison. */
  versus: string;
}

const opener = (words: string) => new RegExp(`^["“«„'‘(]*(?:(?:${words})(?![\\p{L}\\p{N}’'_-]))`, 'iu');
const anywhere = (words: string) => new RegExp(`(?<![\\p{L}-])(?:${words})(?![\\p{L}])`, 'iu');

/** By ISO 639-1. */
export const locales: Readonly<Partial<Record<string, Locale>>> = {
  en: {
    leans: opener(
      'anyway|note that (?:this|it|these)|he|she|it(?! (?:is|was) (?:possible|important|estimated|unclear))|they|him|his|her|hers|its|their|them|this|that|these|those|such|both|another|others?|also|however|but|and|or|so|thus|hence|therefore|then|' +
        'instead|later|meanwhile|otherwise|similarly|likewise|furthermore|moreover|additionally|consequently|nevertheless|finally|afterwards|thereafter|again|' +
        'one of|some of|most of|the (?:former|latter|other|others|same|second|third|last|next|resulting|above|following)|' +
        'in (?:addition|contrast|turn|this|that|these|those|such|both|either)|at (?:this|that|the same)|for (?:example|instance|this|that|these|those)|as (?:a result|such|for)|on the (?:other|contrary)|' +
        'to (?:\\S+ )?(?:this|that|it|them)|after (?:this|that)|by (?:this|then)|because of|due to (?:this|that|these)|if (?:this|that|it|they|so|not)|when (?:this|it|they|he|she)|while (?:it|they|he|she)|' +
        'as (?:it|they|he|she|this|that|these)|with (?:this|that|these|it|them)|(?:during|from|of|under|like|unlike|despite) (?:this|that|these|those|it|its|them|his|her|their)|' +
        '(?:\\S+ ){1,3}(?:also|however|therefore|too|instead|he|she|they)',
    ),
    unfit: anywhere(
      'see(?: also)? (?:the|below|above|section|chapter|[“"\'`\\p{Lu}])[^.]*|(?:above|below)(?=[.,;:)])|(?:shown|described|listed|given|mentioned|discussed|seen|used) (?:above|below|here|earlier|later)|the (?:above|below|following)|so far|(?:this|next|previous|following|first|second|third|last) (?:section|chapter|guide|document|page|tutorial|appendix|figure|table)s?|' +
        "as follows|(?:figure|table|section|chapter) \\d|click here|(?:please )?(?:consult|read|visit|check out) (?:the|our|this)|learn more|in what follows|newsletter|default:|refer to (?:the|section)|you(?:’|')ll (?:learn|find|see)|let(?:’|')s|i(?:’|')(?:m|ve|ll)|i (?:am|was|have|had|think|will|would|can|could|do|did|know|use|used|want|like|recommend|suggest|believe|hope|wrote)|my",
    ),
    defines: 'is|are|was|were|means?|refers? to|describes?|consists? of|allows?|lets?|provides?',
    asks: 'how|why|what|when|where|which|who|can|is|are|does|do|should',
    versus: 'versus|vs\\.?|compared (?:to|with)|or|and',
  },
  de: {
    leans: opener(
      'er|sie(?! \\p{L}+en )|es|ihn|ihm|ihnen|ihre?[mnrs]?|seine?[mnrs]?|dies|diese[rsmn]?|jene[rsmn]?|solche[rsmn]?|beide[rsmn]?|da(?:durch|her|bei|zu|von|nach|für|mit|rum|gegen|nn)|des(?:halb|wegen)|' +
        'außerdem|jedoch|allerdings|auch|zudem|trotzdem|somit|aber|und|oder|denn|sonst|zum beispiel|stattdessen|später|ebenso|hier(?:bei|zu|für|durch|mit)|so|(?:in|bei|mit|nach|aus|von|auf|für|durch) (?:diese[rsmn]?|dem)|' +
        '(?:\\S+ ){1,3}(?:er|ihn|ihm|deshalb|daher|jedoch|dagegen|dann|außerdem|aber|auch)',
    ),
    unfit: anywhere(
      'siehe[^.]*|lesen Sie|sehen Sie|schauen Sie|s\\. (?:unten|oben)|(?:oben|unten)(?: \\p{L}+)?(?=[.,;:)])|(?:oben|unten) (?:genannt|beschrieben|gezeigt|erwähnt)\\p{L}*|(?:im|das|der|die|den|dem|wie) (?:folgt|folgende[nrsm]?)|folgende[nrsm]?|(?:diese[rsmn]?|nächste[rsnm]?) (?:Abschnitt|Kapitel|Dokument|Tabelle|Abbildung)\\p{L}*|ich|mein\\p{L}{0,2}|Datenschutz\\p{L}*|Newsletter|klicken',
    ),
    defines: 'ist|sind|war|waren|bezeichnet|bezeichnen|bedeutet|heißt|besteht aus|dient|ermöglicht|erlaubt',
    asks: 'wie|warum|was|wann|wo|welche[rs]?|wer|wozu|kann|ist',
    versus: 'versus|vs\\.?|gegen|oder|und|im Vergleich (?:zu|mit)',
  },
  fr: {
    leans: opener(
      "ils?(?! (?:faut|existe|suffit|convient|vaut|y a|n[’']y a|est (?:important|possible|nécessaire|conseillé|préférable|recommandé|utile)))|elles?|cel(?:a|ui|le|les)(?:-ci|-là)?|ceux(?:-ci|-là)|ça|ceci|cet|" +
        "ce(?! qui| que)|cette|ces|c[’']est|c[’']était|son|sa|ses|leurs?|puis|ensuite|alors(?! que)|donc|ainsi(?! que)|mais|et|ou|car|or|cependant|toutefois|pourtant|néanmoins|de plus|en (?:outre|effet|revanche)|" +
        'par (?:ailleurs|conséquent|exemple)|au contraire|enfin|aussi|de même|(?:dans|de|à|avec|pour|après|par|sur) (?:ce|cet|ces|cette|cela)|les deux|tous deux|toutes deux|(?:\\S+ ){1,3}(?:aussi|également|cependant|donc)',
    ),
    unfit: anywhere(
      "consultez|reportez-vous|veuillez|lisez|ce (?:tutoriel|document|chapitre|guide)|ci-(?:dessus|dessous|contre|après)|voir[^.]*|(?:tableau|exemple|figure|étapes?|points?|manière|façon|commande|liste|fichier|contenu|lignes?|section|chapitre|cas)s? suivante?s?|suivante?s?(?= ?:)|comme suit|plus (?:bas|haut)|je|j[’'](?=\\p{L})\\p{L}*|mon|mes|newsletter|cliquez|abonnez-vous|confidentialité",
    ),
    defines: 'est|sont|était|étaient|désigne|désignent|signifie|consiste à|consiste en|permet|sert à|contient',
    asks: "comment|pourquoi|quand|où|quel(?:le)?s?|combien|qu[’']est-ce",
    versus: 'versus|vs\\.?|contre|ou|et|par rapport à|comparé à',
  },
  es: {
    leans: opener(
      'él|ella|ellas|ellos|esto|eso|aquello|est[eao]s?|es[eao]s?|sus?|además|también|por (?:eso|ello|lo tanto|tanto|otr[oa] (?:lado|parte)|ejemplo|consiguiente)|sin embargo|no obstante|pero|y|e|o|entonces|luego|' +
        'después(?! de)|así(?! como)|en (?:cambio|consecuencia|est[eao]s?|es[eao]s?)|de (?:hecho|est[eao]s?|es[eao]s?)|asimismo|tampoco|amb[oa]s|dich[oa]s?|lo cual|' +
        'es(?! (?:posible|importante|necesario|recomendable|conveniente|aconsejable|mejor|fundamental|esencial|preciso))|son|era|fue|está|están|tienen?|pueden?|se trata',
    ),
    unfit: anywhere(
      'véase|como se (?:muestra|indica|explica)|a continuación|(?:tabla|ejemplo|figura|lista|pasos|capítulo|sección) (?:siguiente|anterior)s?|siguientes?|yo|mi|mis|boletín|suscríbe\\p{L}*|haz clic|política de (?:privacidad|cookies)',
    ),
    defines: 'es|son|era|eran|fue|significa|designa|consiste en|permite|sirve para',
    asks: '¿?(?:cómo|por qué|qué|cuándo|dónde|cuál(?:es)?)',
    versus: 'versus|vs\\.?|contra|frente a|o|y',
  },
  pt: {
    leans: opener(
      'el[ea]s?|isto|isso|aquilo|est[ea]s?|ess[ea]s?|(?:o |a |os |as )?(?:seus?|suas?)|além disso|também|por (?:isso|exemplo|outro lado)|portanto|contudo|porém|no entanto|mas|e|ou|então|depois(?! d)|assim(?! como)|' +
        'ao contrário|[nd](?:este|esse|esta|essa)s?|amb[oa]s|é(?! (?:possível|importante|necessário|recomendável|preciso|melhor|aconselhável|essencial|fundamental))|são|era|foi|está|estão|tem|têm|pode|podem|trata-se',
    ),
    unfit: anywhere(
      'v(?:er|eja) (?:acima|abaixo|também)|(?:acima|abaixo|a seguir)(?=[.,:;])|seguintes?|eu|meus?|minhas?|clique|assine|newsletter|política de (?:privacidade|cookies)',
    ),
    defines: 'é|são|era|eram|foi|significa|designa|consiste em|permite|serve para',
    asks: 'como|por que|o que|quando|onde|quais|qual',
    versus: 'versus|vs\\.?|contra|ou|e',
  },
  it: {
    leans: opener(
      "egli|ella|ess[aeio]|lui|lei|loro|quest(?:[oaie]|[’']\\p{L}+)|quell(?:[oaie]|[’']\\p{L}+)|quel|ciò|(?:il|la|i|le) (?:suo|sua|suoi|sue|loro)|inoltre|anche(?! se)|quindi|perciò|pertanto|tuttavia|però|ma|ed?|o|poi|così(?! come)|" +
        'infatti|invece|al contrario|(?:ad|per) esempio|in (?:questo|questa|tal|quel)|entramb[ie]|è(?! (?:possibile|importante|necessario|consigliabile|meglio|opportuno|essenziale|fondamentale|bene))|sono|era|ha|hanno|può|possono|si tratta',
    ),
    unfit: anywhere(
      'ved(?:i|ere) (?:sopra|sotto|anche)|qui (?:sopra|sotto)|di seguito|seguent[ei]|io|mi[oa]|miei|clicca|iscriviti|newsletter|informativa sulla privacy',
    ),
    defines: 'è|sono|era|erano|significa|indica|consiste in|consiste nel|permette|serve a',
    asks: 'come|perché|che cosa|quando|dove|quali|quale',
    versus: 'versus|vs\\.?|contro|o|e',
  },
  nl: {
    leans: opener(
      'hij|zij|ze|het (?:is|wordt|heeft|kan|was|moet|bevat|werkt|bestaat)(?! (?:mogelijk|belangrijk|aan te raden|beter|verstandig|nodig|handig|raadzaam))|hem|haar|hun|dit|dat|deze|die|daar(?:door|om|na|bij|mee|naast|voor)|dan|toch|echter|' +
        'bovendien|ook|maar|en|of|want|bijvoorbeeld|verder|vervolgens|hier(?:door|bij|mee|na)|dus|anders|beide|ten slotte|tot slot|zijn',
    ),
    unfit: anywhere(
      'zie (?:ook|hierboven|hieronder)|hierboven|hieronder|volgende (?:tabel|voorbeeld|figuur|lijst|stappen)|ik|mijn|klik|nieuwsbrief|privacybeleid|cookiebeleid',
    ),
    defines: 'is|zijn|was|waren|betekent|bestaat uit|dient',
    asks: 'hoe|waarom|wat|wanneer|waar|welke?',
    versus: 'versus|vs\\.?|tegen|of|en',
  },
};
