import { describe, expect, test } from 'vitest';
import { readsAs } from '../../src/language/read-language.ts';

const texts: Record<string, string> = {
  en: 'A kiln heats the clay slowly, because the water that is still in it would otherwise burst the pot. When no more steam is seen, the door can be closed and the heat may rise. It takes about nine hours before all of it is hot enough, and then the kiln has to cool for a day before anyone should open it.',
  de: 'Ein Ofen erhitzt den Ton langsam, weil das Wasser, das noch in ihm ist, sonst den Topf zum Platzen bringen würde. Wenn kein Dampf mehr zu sehen ist, kann die Tür geschlossen werden und die Hitze darf steigen. Es dauert etwa neun Stunden, bis alles heiß genug ist, und dann muss der Ofen einen Tag lang abkühlen, bevor man ihn öffnen soll.',
  fr: 'Un four chauffe l’argile lentement, parce que l’eau qui est encore dans la terre ferait sinon éclater le pot. Quand on ne voit plus de vapeur, la porte peut être fermée et la chaleur peut monter. Il faut environ neuf heures pour que tout soit assez chaud, et le four doit ensuite refroidir pendant un jour avant que l’on puisse l’ouvrir.',
  pt: 'Um forno aquece o barro devagar, porque a água que ainda está nele faria rebentar o pote. Quando já não se vê vapor, a porta pode ser fechada e o calor pode subir. São precisas cerca de nove horas até que tudo esteja quente, e depois o forno tem de arrefecer durante um dia antes que alguém o possa abrir.',
  pl: 'Piec ogrzewa glinę powoli, bo woda, która jest jeszcze w niej, inaczej by ją rozsadziła. Gdy nie widać już pary, można zamknąć drzwi i dać temu więcej ciepła. Trwa to około dziewięciu godzin, zanim wszystko będzie gorące, a potem piec musi stygnąć przez cały dzień, zanim ktoś go otworzy, bo tak jest lepiej dla tego, co w nim jest.',
  ru: 'Печь нагревает глину медленно, потому что вода, которая ещё есть в ней, иначе разорвала бы горшок. Когда пара больше не видно, дверь можно закрыть, и тогда жар может расти. Это длится около девяти часов, пока всё не будет горячим, а потом печь должна остывать целый день, прежде чем кто-то её откроет, и так это было всегда.',
  ja: '窯は粘土をゆっくりと温めます。中にまだ残っている水が蒸気になるからです。蒸気が見えなくなったら、扉を閉めて温度を上げることができます。すべてが十分に熱くなるまでにおよそ九時間かかり、そのあと窯は一日かけて冷まさなければなりません。',
};
const long = (language: string) => `${texts[language]!} `.repeat(3);

describe.each(Object.keys(texts))('a text in %s', (language) => {
  test('reads so, whatever it is said to be', () => {
    for (const said of [language, `${language}-XX`, null, ...Object.keys(texts)]) expect(readsAs(long(language), said)).toBe(language);
  });

  test('is not judged where it is short', () => {
    expect(readsAs(texts[language]!.slice(0, 100), 'sv')).toBeNull();
  });
});

test('what is in no language reads as none', () => {
  expect(readsAs('-a -b -c -d --no-do --as se.o no/me '.repeat(60), 'sv')).toBeNull();
  expect(readsAs(`${texts.ja}${long('en')}`.slice(0, 700), 'ja')).not.toBe('en');
});

test('a text that only begins in another language reads as none', () => {
  expect(readsAs(long('en'), 'pt', long('pt'))).toBeNull();
  expect(readsAs(long('en'), 'pt', long('en'))).toBe('en');
  expect(readsAs(long('pt'), 'pt', long('en'))).toBe('pt');
});
