import type { SuggestQuestion } from './suggest.ts';

/** The values of `kl` (duckduckgo.com/duckduckgo-help-pages/settings/params): places in the order of country and language, with names of their own. */
const regions = new Set(
  'ar-es at-de au-en be-fr be-nl bg-bg br-pt ca-en ca-fr ch-de ch-fr ch-it cl-es cn-zh co-es cz-cs de-de dk-da ee-et es-es fi-fi fr-fr gr-el hk-tzh hr-hr hu-hu id-en id-id ie-en il-he in-en it-it jp-jp kr-kr lt-lt lv-lv mx-es my-en my-ms nl-nl no-no nz-en pe-es ph-en ph-tl pl-pl pt-pt ro-ro ru-ru se-sv sg-en sk-sk sl-sl th-th tr-tr tw-tzh ua-uk uk-en us-en xa-ar xa-en za-en'.split(
    ' ',
  ),
);
const nowhere = 'wt-wt';

const placesOf: Readonly<Record<string, string>> = { GB: 'uk', SI: 'sl', SA: 'xa' };
const languagesOf: Readonly<Record<string, string>> = { ja: 'jp', ko: 'kr', nb: 'no' };

/** DuckDuckGo's name of a country and language; that of no region where it has none. */
export function duckDuckGoRegion({ language, country }: Pick<SuggestQuestion, 'language' | 'country'>): string {
  if (country === null) return nowhere;
  const at = country.toUpperCase();
  const spoken = language === 'zh' && at !== 'CN' ? 'tzh' : (languagesOf[language] ?? language);
  const region = `${placesOf[at] ?? at.toLowerCase()}-${spoken}`;
  return regions.has(region) ? region : nowhere;
}
