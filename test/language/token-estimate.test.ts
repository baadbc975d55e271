import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/language/token-estimate.ts';

/** Text that the estimate was not fitted to: names of countries and languages in every language, and passages written for this test. */
const languages =
  'en de fr es it pt nl pl cs sk hu tr vi id sv da nb fi ro hr lt lv et ca ru uk bg sr el he ar fa ur hi bn ta te mr gu th ja ko zh zh-Hant ka hy km my am sw is ga cy eu gl af kk mk si pa lo'.split(
    ' ',
  );
const regions =
  'DE FR ES IT PT NL PL CZ HU TR VN ID SE DK NO FI RO HR LT LV EE RU UA BG RS GR IL SA IR PK IN BD LK TH JP KR CN TW GE AM KH MM ET KE IS IE GB US BR MX AR CA AU NZ ZA EG MA NG'.split(
    ' ',
  );

function namesIn(language: string): string {
  const countries = new Intl.DisplayNames([language], { type: 'region' });
  const tongues = new Intl.DisplayNames([language], { type: 'language' });
  return regions.map((region) => `${countries.of(region)} (${tongues.of(languages[regions.indexOf(region) % 40]!)})`).join(', ');
}

const prose: Record<string, string> = {
  en: 'Most listings never say whether the strap is adjustable, and that is the first thing a walker with a bad shoulder wants to know. Ask the maker; don’t guess from a photograph.',
  de: 'Wer die Wärmepumpe im Altbau nachrüstet, sollte zuerst die Vorlauftemperatur messen: Liegt sie unter 55 Grad, lohnt sich der Umbau meistens, andernfalls hilft eine Dämmung mehr.',
  fr: 'Avant d’acheter une pompe à chaleur, mesurez la température de départ du chauffage ; si elle reste sous 55 degrés, l’installation vaut presque toujours la dépense.',
  es: 'Antes de comprar una bomba de calor conviene medir la temperatura de impulsión; si no pasa de 55 grados, la instalación casi siempre compensa lo que cuesta.',
  it: 'Prima di comprare una pompa di calore conviene misurare la temperatura di mandata: se resta sotto i 55 gradi, l’impianto quasi sempre ripaga quello che costa.',
  pl: 'Zanim kupisz pompę ciepła, zmierz temperaturę zasilania: jeśli nie przekracza 55 stopni, instalacja prawie zawsze się zwróci, w przeciwnym razie zacznij od ocieplenia.',
  fi: 'Mittaa menoveden lämpötila ennen kuin ostat lämpöpumpun: jos se jää alle 55 asteen, hankinta maksaa itsensä melkein aina takaisin muutamassa vuodessa.',
  tr: 'Isı pompası satın almadan önce gidiş suyu sıcaklığını ölçün; 55 derecenin altında kalıyorsa yatırım birkaç yıl içinde neredeyse her zaman kendini öder.',
  ru: 'Прежде чем покупать тепловой насос, измерьте температуру подачи: если она не превышает 55 градусов, установка почти всегда окупается за несколько лет.',
  uk: 'Перш ніж купувати тепловий насос, виміряйте температуру подачі: якщо вона не перевищує 55 градусів, установка майже завжди окупається за кілька років.',
  el: 'Πριν αγοράσετε αντλία θερμότητας, μετρήστε τη θερμοκρασία προσαγωγής· αν δεν ξεπερνά τους 55 βαθμούς, η εγκατάσταση σχεδόν πάντα αποσβένεται.',
  ar: 'قبل شراء مضخة حرارية، قم بقياس درجة حرارة الماء الخارج؛ فإذا لم تتجاوز خمسًا وخمسين درجة، فإن التركيب يستحق تكلفته في الغالب.',
  he: 'לפני שקונים משאבת חום כדאי למדוד את טמפרטורת המים היוצאים; אם היא אינה עולה על 55 מעלות, ההתקנה כמעט תמיד מחזירה את עצמה.',
  hi: 'हीट पंप खरीदने से पहले पानी का तापमान मापें; यदि यह 55 डिग्री से कम रहता है, तो कुछ ही वर्षों में इसकी लागत लगभग हमेशा वसूल हो जाती है।',
  th: 'ก่อนซื้อปั๊มความร้อนควรวัดอุณหภูมิน้ำก่อน หากไม่เกิน 55 องศา การติดตั้งมักจะคุ้มค่าภายในไม่กี่ปี',
  ja: 'ヒートポンプを買う前に、まず送水温度を測りましょう。55度を超えないなら、数年でほぼ確実に元が取れます。',
  ko: '히트펌프를 사기 전에 먼저 공급수 온도를 재 보세요. 55도를 넘지 않는다면 몇 년 안에 거의 확실히 비용을 회수할 수 있습니다.',
  zh: '购买热泵之前，请先测量供水温度；如果不超过五十五度，几年之内几乎总能收回成本，否则应当先做保温。',
  vi: 'Trước khi mua máy bơm nhiệt, hãy đo nhiệt độ nước cấp; nếu không vượt quá 55 độ thì việc lắp đặt hầu như luôn hoàn vốn trong vài năm.',
};

const others: Record<string, string> = {
  code: readFileSync(new URL('../../src/language/near-duplicates.ts', import.meta.url), 'utf8'),
  markdown: readFileSync(new URL('../../README.md', import.meta.url), 'utf8'),
  json: readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  'JSON in one line': JSON.stringify(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))),
  addresses: Array.from(
    { length: 30 },
    (_, index) => `https://shop.example/blog/2026/${index}/how-to-fit-a-strap?utm_source=mail&id=${index * 7919}`,
  ).join('\n'),
  emoji: 'Done! 🎉 The release is out 🚀🚀 — thanks, everyone 👏🏽❤️ 👨‍👩‍👧 🇩🇪 ✅ ☕️',
  numbers: '1,234.56 kg; 2026-05-03T09:30:00Z; +49 170 1234567; 3.14159265; 50–100 %; €1.299,00',
  tables: '| a | b | c |\n|---|:-:|--:|\n| 1 | 2 | 3 |\n| ✓ | — | → |',
};

const ratio = (text: string) => estimateTokens(text) / encode(text).length;

describe('estimateTokens', () => {
  test.each(Object.keys(prose))('counts prose in %s no more than a twentieth too low and 45 in 100 too high', (language) => {
    expect(ratio(prose[language]!)).toBeGreaterThan(0.95);
    expect(ratio(prose[language]!)).toBeLessThan(1.45);
  });

  test.each(languages)('counts names in %s no more than an eighth too low', (language) => {
    expect(ratio(namesIn(language))).toBeGreaterThan(0.875);
  });

  test.each(Object.keys(others))('counts %s no more than a twentieth too low and at most double', (kind) => {
    expect(ratio(others[kind]!)).toBeGreaterThan(0.95);
    expect(ratio(others[kind]!)).toBeLessThan(2);
  });

  test('is mostly less than 40 in 100 too high', () => {
    const ratios = [...Object.values(prose), others.code!, others.markdown!, others.json!].map(ratio).toSorted((a, b) => a - b);
    expect(ratios[Math.floor(0.9 * ratios.length)]).toBeLessThan(1.4);
  });

  test('counts random Latin letters, digits and marks nearly right, as in keys and hashes', () => {
    let state = 7;
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const key = Array.from({ length: 2000 }, () => letters[(state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 26]).join('');
    expect(ratio(key)).toBeGreaterThan(0.9);
    expect(ratio(key)).toBeLessThan(1.2);
  });

  test('is 0 for nothing, and takes half a surrogate pair and a million spaces', () => {
    expect(estimateTokens('')).toBe(0);
    expect(estimateTokens('\ud800')).toBeGreaterThan(0);
    expect(estimateTokens(' '.repeat(1_000_000))).toBeLessThan(100_000);
  });
});
