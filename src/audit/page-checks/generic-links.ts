import type { PageLink } from '../../pages/page-facts.ts';
import type { AuditedPage } from '../check.ts';
import { isRoot } from './kinds.ts';
import { languageOf } from './language-tags.ts';

/** As Lighthouse has them, whole texts only, by language. */
const generic: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: 'click here|click this|click|here|this|this link|link|go|start|right here|more|more info|learn more|read more|continue|continue reading|details',
    de: 'hier|hier klicken|klicken sie hier|mehr|mehr lesen|mehr erfahren|weiterlesen|mehr infos|link|details',
    fr: 'ici|cliquez ici|cliquer ici|en savoir plus|lire la suite|plus',
    es: 'aquí|haga clic aquí|haz clic aquí|clic aquí|más|leer más|más información|saber más',
    pt: 'aqui|clique aqui|leia mais|saiba mais|mais',
    it: 'qui|clicca qui|leggi di più|scopri di più|leggi tutto',
    nl: 'hier|klik hier|lees meer|meer lezen',
    sv: 'här|klicka här|läs mer',
    pl: 'tutaj|kliknij tutaj|więcej|czytaj więcej',
    ru: 'здесь|тут|нажмите здесь|подробнее|далее|читать далее|ещё',
    ja: 'こちら|ここ|続きを読む|詳細|もっと見る',
    zh: '点击这里|更多|这里|阅读更多',
    ko: '여기|더 보기|자세히 보기',
  }).map(([language, texts]) => [language, new Set(texts.split('|'))]),
);
/** Said in pages of any language. */
const everywhere = new Set(['click here', 'read more', 'learn more']);

/** Characters, with arrows and the like around them. */
const maxGeneric = 60;

/** Navigation has short names, and leads where they say. */
export function isGeneric(link: PageLink, lang: string | null, page: AuditedPage): boolean {
  if (link.url === null || link.isHidden || link.isControl || link.place !== 'content' || link.rel.includes('nofollow')) return false;
  if (link.url === page.url || isRoot(link.url)) return false;
  const known = generic.get(languageOf(lang ?? 'en'));
  const says = (text: string) => {
    const said = text.length > maxGeneric ? '' : simple(text);
    return everywhere.has(said) || known?.has(said) === true;
  };
  return says(link.text) && (link.label === null || says(link.label));
}

function simple(text: string): string {
  return text.toLowerCase().replace(/^[\s>»→…:.[(]+|[\s<>»→…:.!\])]+$/gu, '');
}
