/** Google's code of a language (`hl`), which is not always that of ISO 639-1: it tells the scripts of Chinese by a region. */
export function googleLanguage(language: string, country: string | null): string {
  if (language === 'nb') return 'no';
  if (language !== 'zh') return language;
  return ['TW', 'HK', 'MO'].includes((country ?? '').toUpperCase()) ? 'zh-TW' : 'zh-CN';
}
