import { zipOf } from './docx.ts';

/** A zip of files by name. */
export const zipped = (files: Readonly<Record<string, string>>): Buffer =>
  zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));

/** The layout of a real export: its files' names and headings, in some languages. */
export const languages = {
  en: {
    files: ['Queries.csv', 'Pages.csv', 'Countries.csv', 'Devices.csv', 'Search appearance.csv', 'Chart.csv', 'Filters.csv'],
    keys: ['Top queries', 'Top pages', 'Country', 'Device', 'Search Appearance', 'Date'],
    figures: 'Clicks,Impressions,CTR,Position',
    filters: 'Filter,Value\nSearch type,Web\nDate,Last 28 days\n',
    countries: ['United States', 'Germany'],
    devices: ['Desktop', 'Mobile', 'Tablet'],
    appearance: 'Review snippet',
  },
  de: {
    files: ['Suchanfragen.csv', 'Seiten.csv', 'Länder.csv', 'Geräte.csv', 'Darstellung in der Suche.csv', 'Diagramm.csv', 'Filter.csv'],
    keys: ['Häufigste Suchanfragen', 'Häufigste Seiten', 'Land', 'Gerät', 'Darstellung in der Suche', 'Datum'],
    figures: 'Klicks,Impressionen,CTR,Position',
    filters: 'Filter,Wert\nSuchtyp,Web\nDatum,Letzte 28 Tage\n',
    countries: ['Vereinigte Staaten', 'Deutschland'],
    devices: ['Computer', 'Mobil', 'Tablet'],
    appearance: 'Rezensions-Snippet',
  },
  fr: {
    files: [
      'Requêtes.csv',
      'Pages.csv',
      'Pays.csv',
      'Appareils.csv',
      'Apparence dans les résultats de recherche.csv',
      'Graphique.csv',
      'Filtres.csv',
    ],
    keys: [
      'Requêtes les plus fréquentes',
      'Pages les plus populaires',
      'Pays',
      'Appareil',
      'Apparence dans les résultats de recherche',
      'Date',
    ],
    figures: 'Clics,Impressions,CTR,Position',
    filters: 'Filtre,Valeur\nType de recherche,Web\nDate,28 derniers jours\n',
    countries: ['États-Unis', 'Allemagne'],
    devices: ['Ordinateur', 'Mobile', 'Tablette'],
    appearance: "Extrait d'avis",
  },
  ja: {
    files: ['クエリ.csv', 'ページ.csv', '国.csv', 'デバイス.csv', '検索での見え方.csv', 'グラフ.csv', 'フィルタ.csv'],
    keys: ['上位のクエリ', '上位のページ', '国', 'デバイス', '検索での見え方', '日付'],
    figures: 'クリック数,表示回数,CTR,掲載順位',
    filters: 'フィルタ,値\n検索タイプ,ウェブ\n日付,過去 28 日間\n',
    countries: ['アメリカ合衆国', 'ドイツ'],
    devices: ['パソコン', 'モバイル', 'タブレット'],
    appearance: 'レビュー スニペット',
  },
} as const;

export type Language = keyof typeof languages;

/** An export of some queries and pages over the first four days of April. */
export function exported(language: Language, changed: Readonly<Record<string, string>> = {}): Buffer {
  const { files, keys, figures, filters, countries, devices, appearance } = languages[language];
  const rows = [
    ['pool size,4,2140,"0,19 %","9,3"', 'pool timeout,30,900,"3,33 %","4,1"', 'pool leak,1,700,"0,14 %","11,7"'],
    ['https://example.com/pools,34,3000,"1,13 %","6,2"', 'https://example.com/leaks,1,740,"0,14 %","11,6"'],
    countries.map((name) => `${name},17,1870,"0,9 %","7,1"`),
    devices.map((name) => `${name},11,1240,"0,9 %","7,1"`),
    [`${appearance},5,400,"1,25 %","5"`],
    ['01', '02', '03', '04'].map((day) => `2026-04-${day},9,940,"0,96 %","7,2"`),
  ];
  const named = Object.fromEntries(rows.map((lines, index) => [files[index]!, [`${keys[index]},${figures}`, ...lines, ''].join('\n')]));
  return zipped({ ...named, [files[6]]: filters, ...changed });
}
