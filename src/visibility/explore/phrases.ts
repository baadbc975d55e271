/** How somebody asks an answer engine in a language; `…` is the place of the keyword. */
interface Phrases {
  /** For the best of things: of one, of several. */
  best: { one: string; many: string };
  /** For advice, where the keyword is a matter and no thing that is bought. */
  advice: string;
  /** In front of a prompt: who asks, at `§`. */
  as: string;
  /** Before a question mark, and at the beginning of a question. */
  opens?: string;
  closes: string;
  /** Words that ask for a way and for a cause; all others ask for a thing. */
  how: readonly string[];
  why: readonly string[];
  /** Small words that tell two wishes apart. */
  parts: readonly string[];
  /** A keyword that begins with one asks for the best already. */
  ranks: readonly string[];
}

const phrases = new Map<string, Phrases>(
  Object.entries({
    en: {
      best: { one: 'What is the best …', many: 'What are the best …' },
      advice: 'What do you recommend for …',
      as: 'For §: ',
      closes: '?',
      how: ['how'],
      why: ['why'],
      parts: ['not', 'no', 'without', 'vs', 'from'],
      ranks: ['best', 'top'],
    },
    de: {
      best: { one: 'Kannst du mir … empfehlen', many: 'Kannst du mir … empfehlen' },
      advice: 'Was empfiehlst du für …',
      as: 'Für §: ',
      closes: '?',
      how: ['wie'],
      why: ['warum', 'wieso', 'weshalb'],
      parts: ['nicht', 'kein', 'keine', 'ohne', 'vs'],
      ranks: ['beste', 'bester', 'bestes', 'besten'],
    },
    fr: {
      best: { one: 'Que recommandes-tu comme …', many: 'Que recommandes-tu comme …' },
      advice: 'Que recommandes-tu pour …',
      as: 'Pour § : ',
      closes: ' ?',
      how: ['comment'],
      why: ['pourquoi'],
      parts: ['pas', 'sans', 'vs'],
      ranks: ['meilleur', 'meilleure', 'meilleurs', 'meilleures'],
    },
    es: {
      best: { one: 'Qué … me recomiendas', many: 'Qué … me recomiendas' },
      advice: 'Qué recomiendas para …',
      as: 'Para §: ',
      opens: '¿',
      closes: '?',
      how: ['cómo', 'como'],
      why: ['por qué', 'por que'],
      parts: ['no', 'sin', 'vs'],
      ranks: ['mejor', 'mejores'],
    },
    it: {
      best: { one: 'Quale … mi consigli', many: 'Quali … mi consigli' },
      advice: 'Cosa consigli per …',
      as: 'Per §: ',
      closes: '?',
      how: ['come'],
      why: ['perché', 'perche'],
      parts: ['non', 'senza', 'vs'],
      ranks: ['migliore', 'migliori', 'miglior'],
    },
    pt: {
      best: { one: 'Que … você recomenda', many: 'Que … você recomenda' },
      advice: 'O que você recomenda para …',
      as: 'Para §: ',
      closes: '?',
      how: ['como'],
      why: ['por que', 'porque'],
      parts: ['não', 'nao', 'sem', 'vs'],
      ranks: ['melhor', 'melhores'],
    },
    nl: {
      best: { one: 'Kun je … aanraden', many: 'Kun je … aanraden' },
      advice: 'Wat raad je aan voor …',
      as: 'Voor §: ',
      closes: '?',
      how: ['hoe'],
      why: ['waarom'],
      parts: ['niet', 'geen', 'zonder', 'vs'],
      ranks: ['beste'],
    },
  }),
);

export function phrasesOf(language: string): Phrases | undefined {
  return phrases.get(language);
}

/** A question as a sentence: with a capital and its marks. */
export function asSentence(question: string, language: string): string {
  const { opens = '', closes = '?' } = phrases.get(language) ?? {};
  const bare = question.replace(/^[¿\s]+|[\s?？؟]+$/gu, '');
  return `${opens}${capitalised(bare)}${closes}`;
}

function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
