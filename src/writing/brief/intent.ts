import { normalise, words } from '../../language/tokens.ts';
import type { ArticleType } from '../../../schema/article-request.ts';
import type { Intent, IntentType } from './shapes.ts';

/** Words that tell what a searcher wants, in English, German, French, Spanish, Portuguese, Italian, Dutch and Polish; matched as whole words. */
const modifiers: Record<IntentType, readonly string[]> = {
  transactional: listOf(
    'buy|order|purchase|price|prices|pricing|cost|cheap|cheapest|discount|coupon|deal|deals|sale|for sale|hire|rent|quote|book|booking|download|free trial|near me|shop|store|subscribe|' +
      'kaufen|bestellen|preis|preise|kosten|günstig|billig|angebot|angebote|rabatt|gutschein|mieten|buchen|herunterladen|in der nähe|' +
      'acheter|commander|prix|tarif|tarifs|pas cher|promo|soldes|louer|réserver|devis|télécharger|' +
      'comprar|precio|precios|barato|barata|oferta|ofertas|descuento|cupón|alquilar|reservar|descargar|presupuesto|cerca de mí|' +
      'preço|preços|desconto|cupom|alugar|baixar|orçamento|perto de mim|' +
      'comprare|acquistare|prezzo|prezzi|offerta|offerte|sconto|noleggio|prenotare|scaricare|preventivo|costo|' +
      'kopen|bestel|prijs|prijzen|goedkoop|aanbieding|korting|huren|boeken|downloaden|offerte|' +
      'kupić|kup|cena|ceny|cennik|tanio|tani|promocja|rabat|sklep|zamówić|wynajem|pobierz',
  ),
  commercial: listOf(
    'best|top|vs|versus|compare|compared|comparison|review|reviews|alternative|alternatives|rated|ranking|pros and cons|worth it|which|' +
      'beste|bester|bestes|vergleich|test|testbericht|testsieger|erfahrung|erfahrungen|bewertung|bewertungen|alternativen|vor- und nachteile|welche|welcher|welches|' +
      'meilleur|meilleure|meilleurs|meilleures|comparatif|comparaison|avis|quel|quelle|quels|quelles|' +
      'mejor|mejores|comparativa|comparación|comparar|opiniones|reseña|alternativas|cuál|' +
      'melhor|melhores|comparativo|comparação|avaliação|avaliações|análise|resenha|qual|' +
      'migliore|migliori|confronto|recensione|recensioni|opinioni|alternative|quale|' +
      'vergelijking|vergelijken|ervaringen|beoordeling|alternatieven|welke|' +
      'najlepszy|najlepsza|najlepsze|ranking|porównanie|opinie|recenzja|alternatywy|który',
  ),
  informational: listOf(
    'how|what|why|when|where|who|guide|tutorial|tips|examples|example|ideas|meaning|definition|explained|learn|history|causes|symptoms|checklist|template|' +
      'wie|was|warum|wieso|wann|wo|wer|anleitung|ratgeber|tipps|beispiele|beispiel|bedeutung|erklärung|erklärt|lernen|geschichte|ursachen|ideen|' +
      "comment|pourquoi|quand|qu'est-ce|qui|tutoriel|conseils|exemples|exemple|définition|signification|histoire|idées|" +
      'cómo|qué|por qué|cuándo|dónde|quién|guía|consejos|ejemplos|ejemplo|significado|definición|historia|' +
      'como|o que|por que|quando|onde|quem|guia|dicas|exemplos|exemplo|definição|história|' +
      'come|cosa|perché|dove|chi|guida|consigli|esempi|esempio|significato|definizione|storia|' +
      'hoe|wat|waarom|wanneer|waar|wie|handleiding|uitleg|voorbeelden|voorbeeld|betekenis|geschiedenis|' +
      'jak|co|dlaczego|kiedy|gdzie|kto|poradnik|przewodnik|porady|przykłady|znaczenie|definicja|historia',
  ),
  navigational: listOf(
    'login|log in|sign in|signin|official site|official website|homepage|contact|phone number|customer service|opening hours|address|dashboard|' +
      'anmelden|einloggen|offizielle seite|kontakt|telefonnummer|öffnungszeiten|kundenservice|adresse|' +
      'connexion|se connecter|site officiel|horaires|numéro de téléphone|' +
      'iniciar sesión|acceder|sitio oficial|página oficial|contacto|teléfono|horario|' +
      'entrar|site oficial|contato|contacto|telefone|horário|' +
      'accedi|accesso|sito ufficiale|contatti|telefono|orari|' +
      'inloggen|officiële website|openingstijden|telefoonnummer|' +
      'logowanie|zaloguj|oficjalna strona|godziny otwarcia|telefon',
  ),
};

/** The intent that each type of article usually serves. */
const typical: Record<ArticleType, IntentType> = {
  guide: 'informational',
  'how-to': 'informational',
  listicle: 'commercial',
  comparison: 'commercial',
  review: 'commercial',
  news: 'informational',
  opinion: 'informational',
  glossary: 'informational',
};

/** If a keyword has modifiers of several intents, the first of these wins: in "how to buy", "best price" and "login price", the rarer one is meant. */
const precedence: readonly IntentType[] = ['navigational', 'transactional', 'commercial', 'informational'];

/**
 * What the searcher wants, judged by the words of the keyword alone (Broder 2002's classes, and the commercial investigation that search
 * marketing adds). Confidence is fixed for each rule, not measured: 0.9 if a modifier says so and the article type agrees, or the keyword is a brand;
 * 0.75 if only a modifier says so; 0.6 if the keyword has modifiers of several classes; 0.5 if only the article type tells;
 * 0.4 if nothing does, since most searches are informational.
 */
export function intentOf(keyword: string, articleType: ArticleType, brandTerms: readonly string[]): Intent {
  const text = ` ${words(normalise(keyword)).join(' ')} `;
  const holds = (phrase: string) => text.includes(` ${phrase} `);
  const brands = brandTerms.map((brand) => words(normalise(brand)).join(' ')).filter(Boolean);
  const found = precedence.filter((type) => modifiers[type].some(holds));
  const isBrand = brands.some((brand) => text.trim() === brand);
  if (isBrand) return { type: 'navigational', confidence: 0.9, method: 'lexical' };
  // A question that asks how or why is informational, whatever else it names: "how to compare prices".
  const asks =
    /^ (?:how (?:to|do|does|can)|why|what|wie|warum|was|comment|pourquoi|cómo|por qué|como|por que|come|perché|hoe|waarom|wat|jak|dlaczego|co) /u.test(
      text,
    );
  const type = asks && found.includes('informational') ? 'informational' : found[0];
  if (type === undefined) {
    const fromType = articleType !== 'guide' && articleType !== 'opinion';
    return { type: typical[articleType], confidence: fromType ? 0.5 : 0.4, method: 'lexical' };
  }
  const confidence = found.length > 1 ? 0.6 : typical[articleType] === type ? 0.9 : 0.75;
  return { type, confidence, method: 'lexical' };
}

function listOf(joined: string): string[] {
  return joined.split('|').map((phrase) => words(normalise(phrase)).join(' '));
}
