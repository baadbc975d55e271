/** What the composer knows about a language. English has finer rules, in `standing.ts`. */
interface Locale {
  /** Openers that depend on the sentence before. */
  leans: RegExp;
  /** Refers to something that the article does not show, or speaks in the first person. */
  unfit: RegExp;
  /** Articles before a subject; verbs that define it; verbs with an article, which say what kind of thing it is. */
  articles: string;
  defines: string;
  kinds: string;
  /** How a question opens. */
  asks: RegExp;
  /** Headings that come first, and headings that come last. */
  opens: RegExp;
  closes: RegExp;
  /** "Covers a, b; drawn from x and 2 more." */
  covers: string;
  drawnFrom: string;
  more: (count: number) => string;
}

/** Without `\b`, which fails next to accented letters. */
const opener = (words: string, more = '') => new RegExp(`^["“«„'‘(]*(?:(?:${words})(?![\\p{L}’'-])${more})`, 'u');
const anywhere = (words: string) => new RegExp(`(?<![\\p{L}-])(?:${words})(?![\\p{L}])`, 'iu');

const de: Locale = {
  leans: opener(
    'Er|Sie|Es|Ihn|Ihm|Ihnen|Ihre?|Seine?|Dies|Diese[rsmn]?|Jene[rsmn]?|Dadurch|Deshalb|Deswegen|Daher|Dabei|Dazu|Davon|Danach|Dann|Dafür|Damit|Darum|Dagegen|Außerdem|' +
      'Jedoch|Allerdings|Auch|Zudem|Trotzdem|Somit|Aber|Und|Oder|Denn|Sonst|Zum Beispiel',
    '|(?:Das|Die|Der|Den|Dem) (?!\\p{Lu}|[\\p{Ll}-]+(?:e|en|er|es|em) )|(?:\\S+ ){1,3}(?:er|sie|ihn|ihm|ihnen|deshalb|daher|jedoch|dagegen|dann|außerdem|aber auch)(?![\\p{L}-])',
  ),
  unfit: anywhere(
    'siehe|(?:oben|unten) (?:genannt|beschrieben|gezeigt)\\p{L}*|folgende[nrs]?|ich|wir|uns|unser\\p{L}*|mein|meine[nrms]?|Datenschutz\\p{L}*|Newsletter',
  ),
  articles: 'Eine?|Der|Die|Das',
  defines: 'ist|sind|war|waren|bezeichnet|bezeichnen|bedeutet|heißt|besteht aus|dient',
  kinds: '(?:ist|sind|war|waren) (?:eine?|der|die|das)',
  asks: /^(?:wie|was|warum|weshalb|wieso|wann|wo|wer|wem|welche[rsnm]?|kann|können|darf|muss|müssen|soll|ist|sind|gibt|braucht|lohnt)(?!\p{L})/iu,
  opens: anywhere('was (?:ist|sind)|warum|einführung|grundlagen|überblick|geschichte|herkunft|definition|begriff|ursprung|vorteile'),
  closes: anywhere('\\p{L}*fehler|grenzen|nachteile|risiken|alternativen|probleme|kritik|ausblick|sicherheit|fehlersuche'),
  covers: 'Themen: ',
  drawnFrom: 'Quellen: ',
  more: (count) => `und ${count} weitere`,
};

const fr: Locale = {
  leans: opener(
    'Ils?(?! (?:faut|existe|suffit|convient|vaut|y a|n’y a|est (?:important|possible|nécessaire|conseillé|préférable|recommandé|utile|essentiel|rare|courant)))|Elles?|Cela|Ça|Ceci|Cet|' +
      'Ce(?! qui| que)|Cette|Ces|(?:Celui|Celle|Ceux|Celles)(?! qui| que)|Son|Sa|Ses|Leurs?|Puis|Ensuite|Alors(?! que)|Donc|Ainsi(?! que)|Mais|Et|Ou|Car|Or|Cependant|Toutefois|Pourtant|Néanmoins|De plus|' +
      'En outre|Par ailleurs|Par conséquent|En effet|En revanche|Au contraire|Enfin|Aussi|De même|Par exemple|Dans (?:ce|ces|cette)|À ce|De ce|De cette|L’une?|Les deux|Tous deux|Toutes deux',
    "|C[’']est|Celui-ci|Celle-ci|Ceux-ci|Celles-ci",
  ),
  unfit: anywhere(
    "ci-(?:dessus|dessous|contre|après)|voir aussi|(?:tableau|exemple|figure|étapes|points) suivante?s?|je|j[’'](?=\\p{L})\\p{L}*|nous|notre|nos|mon|mes|newsletter|cliquez|abonnez-vous|confidentialité",
  ),
  articles: "Une?|Les?|La|L[’']",
  defines: 'est|sont|était|étaient|désigne|désignent|signifie|consiste à|consiste en',
  kinds: "(?:est|sont|était|étaient) (?:une?|des|l[ea]s?|l[’'])",
  asks: /^(?:comment|pourquoi|quand|où|qui|que|qu['’]|quel(?:le)?s?|combien|est-ce|peut-on|faut-il|doit-on)(?!\p{L}{3})/iu,
  opens: anywhere("qu[’']est-ce|pourquoi|définition|histoire|origines?|principes?|présentation|bases"),
  closes: anywhere('erreurs|problèmes|limites|risques|critiques|inconvénients|alternatives|dépannage|sécurité|avenir'),
  covers: 'Thèmes : ',
  drawnFrom: 'Sources : ',
  more: (count) => `et ${count} autres`,
};

const es: Locale = {
  leans: opener(
    'Él|Ellas?|Ellos|Esto|Eso|Aquello|Est[ea]|Est[oa]s|Es[ea]|Es[oa]s|Sus?|Además|También|Por (?:eso|ello|lo tanto|tanto|otro lado|otra parte|ejemplo|consiguiente)|Sin embargo|No obstante|Pero|Y|E|O|' +
      'Entonces|Luego|Después(?! de)|Así(?! como)|En cambio|En (?:este|ese|esta|esa|estos|estas)|En consecuencia|Asimismo|Tampoco|De hecho|De (?:este|esta|ese|esa)|Amb[oa]s|Dich[oa]s?|Lo cual|' +
      'Es(?! (?:posible|importante|necesario|recomendable|conveniente|aconsejable|mejor|fundamental|esencial|preciso))|Son|Era|Fue|Está|Están|Tiene|Tienen|Puede|Pueden|Se trata',
  ),
  unfit: anywhere(
    'véase|como se (?:muestra|indica|explica) (?:arriba|abajo|a continuación)|a continuación|(?:tabla|ejemplo|figura|lista|pasos) siguientes?|siguientes? (?:tabla|ejemplo|figura|lista|pasos)|yo|nosotr[oa]s|nuestr[oa]s?|mi|mis|boletín|suscríbe\\p{L}*|haz clic|política de (?:privacidad|cookies)',
  ),
  articles: 'Una?|El|La|Los|Las',
  defines: 'es|son|era|eran|fue|significa|designa|consiste en',
  kinds: '(?:es|son|era|fue) (?:una?|el|la|los|las)',
  asks: /^¿/u,
  opens: anywhere('qué (?:es|son)|por qué|definición|historia|origen|introducción|fundamentos|ventajas'),
  closes: anywhere('errores|problemas|límites|limitaciones|riesgos|críticas|desventajas|alternativas|seguridad|futuro'),
  covers: 'Temas: ',
  drawnFrom: 'Fuentes: ',
  more: (count) => `y ${count} más`,
};

const pt: Locale = {
  leans: opener(
    'El[ea]s?|Isto|Isso|Aquilo|Est[ea]s?|Ess[ea]s?|(?:O |A |Os |As )?(?:[Ss]eus?|[Ss]uas?)|Além disso|Também|Por (?:isso|exemplo|outro lado)|Portanto|Contudo|Porém|No entanto|Mas|E|Ou|Então|' +
      'Depois(?! d)|Assim(?! como)|Ao contrário|N(?:este|esse|esta|essa)s?|D(?:este|esse|esta|essa)s?|Amb[oa]s|' +
      'É(?! (?:possível|importante|necessário|recomendável|preciso|melhor|aconselhável|essencial|fundamental))|São|Era|Foi|Está|Estão|Tem|Têm|Pode|Podem|Trata-se',
  ),
  unfit: anywhere(
    'v(?:er|eja) (?:acima|abaixo|também)|(?:acima|abaixo|a seguir)(?=[.,:;])|seguintes? (?:tabela|exemplo|figura|lista|passos)|eu|nós|noss[oa]s?|meus?|minhas?|clique|assine|newsletter|política de (?:privacidade|cookies)',
  ),
  articles: 'Uma?|Os?|As?',
  defines: 'é|são|era|eram|foi|significa|designa|consiste em',
  kinds: '(?:é|são|era|foi) (?:uma?|os?|as?)',
  asks: /^(?:como|por que|porque|porquê|quando|onde|quem|qual|quais|quant[oa]s?|o que|que|é|pode|posso|deve|devo)(?!\p{L})/iu,
  opens: anywhere('o que (?:é|são)|por que|definição|história|origem|introdução|fundamentos|vantagens'),
  closes: anywhere('erros|problemas|limites|limitações|riscos|críticas|desvantagens|alternativas|segurança|futuro'),
  covers: 'Temas: ',
  drawnFrom: 'Fontes: ',
  more: (count) => `e mais ${count}`,
};

const it: Locale = {
  leans: opener(
    'Egli|Ella|Ess[aeio]|Lui|Lei|Loro|Quest[oaie]|Quell[oaie]|Quel|Ciò|(?:Il|La|I|Le) (?:suo|sua|suoi|sue|loro)|Inoltre|Anche(?! se)|Quindi|Perciò|Pertanto|Tuttavia|Però|Ma|Ed?|O|Poi|Così(?! come)|Infatti|Invece|' +
      'Al contrario|Ad esempio|Per esempio|In (?:questo|questa|tal|quel) \\p{L}+|Entramb[ie]|' +
      'È(?! (?:possibile|importante|necessario|consigliabile|meglio|opportuno|essenziale|fondamentale|bene))|Sono|Era|Ha|Hanno|Può|Possono|Si tratta',
    "|Quest[’']|Quell[’']",
  ),
  unfit: anywhere(
    'ved(?:i|ere) (?:sopra|sotto|anche)|qui (?:sopra|sotto)|di seguito|seguent[ei] (?:tabella|esempio|figura|elenco|passaggi)|io|noi|nostr[oaie]|mi[oa]|miei|clicca|iscriviti|newsletter|informativa sulla privacy',
  ),
  articles: "Una?|Uno|Un[’']|Il|Lo|La|L[’']|I|Gli|Le",
  defines: 'è|sono|era|erano|significa|indica|consiste in|consiste nel',
  kinds: "(?:è|sono|era) (?:un[oa]?|un[’']|il|lo|la|l[’']|i|gli|le)",
  asks: /^(?:come|perché|quando|dove|chi|quale|quali|quant[oaie]|che|cosa|si può|è|posso|bisogna|serve)(?!\p{L})/iu,
  opens: anywhere("che cos[’'a]\\p{L}*|cosa (?:è|sono)|perché|definizione|storia|origini?|introduzione|fondamenti|vantaggi"),
  closes: anywhere('errori|problemi|limiti|rischi|critiche|svantaggi|alternative|sicurezza|futuro'),
  covers: 'Temi: ',
  drawnFrom: 'Fonti: ',
  more: (count) => `e altre ${count}`,
};

const nl: Locale = {
  leans: opener(
    'Hij|Zij|Ze|Het (?=(?:is|wordt|heeft|kan|was|moet|bevat|werkt|bestaat) )(?!is (?:mogelijk|belangrijk|aan te raden|beter|verstandig|nodig|handig|raadzaam))\\p{L}+|Hem|Haar|Hun|Dit|Dat|Deze|Die|Daardoor|Daarom|Daarna|Daarbij|' +
      'Daarmee|Daarnaast|Daarvoor|Dan|Toch|Echter|Bovendien|Ook|Maar|En|Of|Want|Bijvoorbeeld|Verder|Vervolgens|Hierdoor|Hierbij|Hiermee|Hierna|Dus|Anders|Beide|Ten slotte|Tot slot|Zijn',
  ),
  unfit: anywhere(
    'zie (?:ook|hierboven|hieronder)|hierboven|hieronder|volgende (?:tabel|voorbeeld|figuur|lijst|stappen)|ik|wij|ons|onze|mijn|klik|nieuwsbrief|privacybeleid|cookiebeleid',
  ),
  articles: 'Een|De|Het',
  defines: 'is|zijn|was|waren|betekent|bestaat uit',
  kinds: '(?:is|zijn|was|waren) (?:een|de|het)',
  asks: /^(?:hoe|hoeveel|wat|waarom|wanneer|waar|wie|welke?|kan|kun|mag|moet|is|zijn)(?!\p{L})/iu,
  opens: anywhere('wat (?:is|zijn)|waarom|definitie|geschiedenis|herkomst|inleiding|oorsprong|voordelen'),
  closes: anywhere('\\p{L}*fouten|problemen|grenzen|risico\\p{L}*|kritiek|nadelen|alternatieven|veiligheid|toekomst'),
  covers: 'Onderwerpen: ',
  drawnFrom: 'Bronnen: ',
  more: (count) => `en nog ${count}`,
};

/** By ISO 639-1. English has rules of its own; languages not listed here are judged by form alone. */
export const locales: Readonly<Partial<Record<string, Locale>>> = { de, es, fr, it, nl, pt };

/** Headings that any document may have and that say nothing about its subject, in the languages above. */
export const genericHeadings: readonly string[] = (
  'einleitung|einführung|überblick|zusammenfassung|fazit|allgemeines|inhalt|inhaltsverzeichnis|siehe auch|einzelnachweise|literatur|weblinks|quellen|häufige fragen|beispiele?|' +
  'présentation|sommaire|résumé|généralités|voir aussi|références|liens externes|bibliographie|questions fréquentes|exemples?|' +
  'introducción|conclusión|conclusiones|resumen|índice|véase también|referencias|enlaces externos|bibliografía|preguntas frecuentes|ejemplos?|' +
  'introdução|conclusão|resumo|ver também|referências|ligações externas|bibliografia|perguntas frequentes|exemplos?|' +
  'introduzione|conclusione|conclusioni|riassunto|vedi anche|riferimenti|collegamenti esterni|domande frequenti|esempi|' +
  'inleiding|conclusie|samenvatting|overzicht|zie ook|referenties|externe links|bronnen|veelgestelde vragen|voorbeelden'
).split('|');
