import { normalise, words } from '../../language/tokens.ts';
import type { CompetingPage } from '../../../schema/drafts.ts';
import type { BriefRequest, Intent, IntentType } from './shapes.ts';

/**
 * What tells a searcher's wish, by language; English words are known to all. `^` counts only as the first word, `$` as the last: "book a table" and
 * "the book thief" share a word and no wish. One with neither counts anywhere. None counts before "of": "price of", "cost of".
 */
const modifiers: Record<Exclude<IntentType, 'informational'>, Record<string, string>> = {
  transactional: {
    en: '^buy|^purchase|^order a|^order the|^book a|^book the|^rent a|^hire a|^download|^subscribe|^cheap|^cheapest|price$|prices$|pricing$|cost$|costs$|discount$|coupon$|deals$|for sale$|booking$|free trial$|near me$|shop$|store$|online kaufen$',
    de: 'kaufen$|bestellen$|mieten$|buchen$|leihen$|herunterladen$|preis$|preise$|kosten$|^günstige|günstig$|^billige|billig$|angebote$|rabatt$|gutschein$|in der nähe$',
    fr: '^acheter|^commander|^louer|^réserver|^télécharger|^prix|prix$|^tarif|tarif$|tarifs$|pas cher$|promo$|soldes$|^devis|devis$',
    es: '^comprar|^alquilar|^reservar|^descargar|^precio|precio$|precios$|barato$|barata$|baratos$|^oferta|ofertas$|descuento$|^presupuesto|cerca de mí$',
    pt: '^comprar|^alugar|^baixar|^reservar|^preço|preço$|preços$|desconto$|cupom$|^orçamento|perto de mim$',
    it: '^comprare|^acquistare|^prenotare|^scaricare|^prezzo|prezzo$|prezzi$|offerte$|sconto$|^noleggio|^preventivo',
    nl: 'kopen$|bestellen$|huren$|boeken$|downloaden$|prijs$|prijzen$|goedkoop$|^goedkope|aanbieding$|korting$|offerte$',
    pl: '^kupić|^kup|cena$|ceny$|cennik$|^tani|^tanie|promocja$|rabat$|sklep$|wynajem$|^pobierz',
  },
  commercial: {
    en: '^best|best$|^top rated|^compare|comparison$|review$|reviews$|alternative$|alternatives$|ranking$|pros and cons|worth it$|vs|versus',
    de: '^beste|^bester|^bestes|^besten|vergleich$|test$|testbericht$|testsieger$|erfahrungen$|bewertung$|bewertungen$|alternativen$|vor- und nachteile',
    fr: '^meilleur|^meilleure|^meilleurs|^meilleures|^comparatif|comparatif$|^comparaison|^avis|avis$|alternatives$',
    es: '^mejor|^mejores|^comparativa|comparativa$|opiniones$|reseña$|reseñas$|alternativas$',
    pt: '^melhor|^melhores|^comparativo|avaliação$|avaliações$|resenha$|alternativas$',
    it: '^migliore|^migliori|^confronto|recensione$|recensioni$|opinioni$|alternative$',
    nl: '^beste|vergelijking$|vergelijken$|ervaringen$|beoordeling$|alternatieven$',
    pl: '^najlepszy|^najlepsza|^najlepsze|ranking$|^porównanie|porównanie$|opinie$|recenzja$|alternatywy$',
  },
  navigational: {
    en: 'login$|log in$|sign in$|signin$|official site$|official website$|homepage$|contact$|phone number$|customer service$|opening hours$|address$|dashboard$',
    de: 'anmelden$|einloggen$|offizielle seite$|kontakt$|telefonnummer$|öffnungszeiten$|kundenservice$|adresse$',
    fr: 'connexion$|se connecter$|site officiel$|horaires$|numéro de téléphone$|^contacter',
    es: 'iniciar sesión$|sitio oficial$|página oficial$|contacto$|teléfono$|horario$',
    pt: 'entrar$|site oficial$|contato$|telefone$|horário$',
    it: 'accedi$|sito ufficiale$|contatti$|telefono$|orari$',
    nl: 'inloggen$|officiële website$|openingstijden$|telefoonnummer$',
    pl: 'logowanie$|zaloguj$|oficjalna strona$|godziny otwarcia$|telefon$',
  },
};

const asking =
  /^(?:how|what|why|when|where|who|wie|was|warum|wieso|wann|wo|wer|welche[rs]?|comment|pourquoi|quand|qui|qu'est-ce|cómo|qué|por qué|cuándo|dónde|quién|como|o que|por que|quando|onde|quem|come|cosa|perché|dove|chi|hoe|wat|waarom|wanneer|waar|jak|co|dlaczego|kiedy|gdzie|kto) /u;
const explaining =
  / (?:guide|tutorial|explained|meaning|definition|examples?|tips|anleitung|ratgeber|tipps|beispiele?|bedeutung|tutoriel|définition|exemples?|conseils|guía|ejemplos?|significado|definición|consejos)$/u;
const genitive = /^(?:of|de|du|des|del|della|di|do|da|der|van)$/;
/** In this order where a keyword has several: in "login price" the rarer wish is meant. */
const precedence = ['navigational', 'transactional', 'commercial'] as const;
/** Words of who chooses among products. Without them in the sources, "A vs B" sets two things side by side that nobody buys. */
const choosing =
  /(?<!\p{L})(?:prices?|priced|pricing|buy|buyers?|cheaper|subscriptions?|licen[cs]es?|vendors?|products?|preise?|kauf\p{L}*|produkte?|lizenz\p{L}*|prix|achat|acheter|produits?|licences?|precios?|compra\p{L}*|productos?|licencias?)(?!\p{L})/iu;
const minChoosing = 0.1;

interface Evidence {
  /** Text of the sources. */
  texts: readonly string[];
  competing: readonly CompetingPage[];
}

/**
 * What the searcher wants (Broder 2002's classes, and the commercial investigation that search marketing adds): told by the keyword's words, else by
 * those of most competing pages' titles, else by nothing. Then most searches are informational, and the confidence is low. Confidence is fixed for
 * each rule, by how often it is right for the labelled keywords.
 */
export function intentOf(
  { keyword, language, brandTerms }: Pick<BriefRequest, 'keyword' | 'language' | 'brandTerms'>,
  evidence: Evidence,
): Intent {
  const text = wordsOf(keyword).join(' ');
  if (brandTerms.some((brand) => wordsOf(brand).join(' ') === text)) return { type: 'navigational', confidence: 0.9, method: 'lexical' };
  const found = wishesIn(keyword, language);
  const asks = asking.test(`${text} `) || explaining.test(text);
  if (asks) return { type: 'informational', confidence: found.length > 0 ? 0.7 : 0.9, method: 'lexical' };
  if (found.length > 0 && !isBareComparison(text, found, evidence.texts))
    return { type: found[0]!, confidence: found.length > 1 ? 0.6 : 0.9, method: 'lexical' };
  const pages = evidence.competing.map(({ title }) => wishesIn(title, language)[0]);
  const common = precedence.find((type) => pages.filter((one) => one === type).length >= Math.max(2, pages.length / 2));
  if (common) return { type: common, confidence: 0.6, method: 'headings' };
  return { type: 'informational', confidence: 0.4, method: 'none' };
}

function isBareComparison(text: string, found: readonly IntentType[], sources: readonly string[]): boolean {
  if (found.length > 1 || found[0] !== 'commercial' || !/ (?:vs|versus) /.test(text) || sources.length === 0) return false;
  return sources.filter((source) => choosing.test(source)).length < minChoosing * sources.length;
}

/** The wishes that a text's words tell, the rarer first. */
function wishesIn(text: string, language: string | null | undefined): (typeof precedence)[number][] {
  const said = wordsOf(text);
  return precedence.filter((type) => {
    const known = language ? [modifiers[type].en, modifiers[type][language]] : Object.values(modifiers[type]);
    return known.some((list) => list?.split('|').some((modifier) => isSaid(modifier, said)));
  });
}

function isSaid(modifier: string, said: readonly string[]): boolean {
  const sought = wordsOf(modifier);
  const last = said.length - sought.length;
  return said.some((_, start) => {
    if (last <= 0 || start > last || !sought.every((word, index) => said[start + index] === word)) return false;
    if ((modifier.startsWith('^') && start > 0) || (modifier.endsWith('$') && start < last)) return false;
    return !genitive.test(said[start + sought.length] ?? '');
  });
}

function wordsOf(text: string): string[] {
  return words(normalise(text));
}
