import { describe, expect, test } from 'vitest';
import { brief, passagesFrom, request } from './support.ts';

interface Sample {
  keyword: string;
  /** A question in a heading, and a part of its answer. */
  asked: string;
  answer: string;
  /** Any reader's question that the text answers. */
  readers: string | null;
  term: string;
  filler: string;
  text: string;
}

const samples: Record<string, Sample> = {
  de: {
    keyword: 'Komposthaufen',
    asked: 'Was gehört auf den Komposthaufen?',
    answer: 'Kaffeesatz',
    readers: 'Was ist ein Komposthaufen?',
    term: 'Umsetzen',
    filler: 'schnelllebigen',
    text: `# Der Komposthaufen im Garten

Ein Komposthaufen ist ein Haufen aus Gartenabfällen, den Bakterien und Pilze zu Humus machen. Der Komposthaufen braucht Luft und Wasser, sonst beginnt er zu faulen.

## Was gehört auf den Komposthaufen?

Grünabfälle wie Rasenschnitt, Gemüsereste und Kaffeesatz bringen Stickstoff in den Komposthaufen. Trockenes Laub, Stroh und Karton bringen Kohlenstoff dazu. Fleisch und Käse locken Ratten an und gehören in die Tonne.

## Umsetzen

Durch das Umsetzen kommt Luft in die Mitte, wo Bakterien den Sauerstoff zuerst verbrauchen. Wer den Komposthaufen alle zwei Wochen umsetzt, hat nach drei Monaten fertigen Humus. Riecht der Haufen nach dem Umsetzen nach Ammoniak, so liegen zu viele Grünabfälle darin.`,
  },
  fr: {
    keyword: 'tas de compost',
    asked: 'Que mettre dans un tas de compost ?',
    answer: 'marc de café',
    readers: 'Comment fonctionne un tas de compost ?',
    term: 'feuilles mortes',
    filler: 'monde d’aujourd’hui',
    text: `# Le tas de compost au jardin

Un tas de compost réunit les déchets du jardin que les bactéries transforment en humus. Le tas de compost fonctionne tant que les bactéries reçoivent de l'air et de l'eau.

## Que mettre dans un tas de compost ?

L'herbe coupée, les épluchures et le marc de café apportent de l'azote au tas de compost. Les feuilles mortes, la paille et le carton apportent du carbone. La viande et le fromage attirent les rats et vont à la poubelle.

## Retourner le tas

Retourner le tas de compost fait entrer l'air au milieu, où les bactéries épuisent d'abord l'oxygène. Les feuilles mortes gardent le tas assez léger pour la fourche.`,
  },
  es: {
    keyword: 'pila de compost',
    asked: '¿Qué se puede echar en una pila de compost?',
    answer: 'posos de café',
    readers: '¿Qué es una pila de compost?',
    term: 'hojas secas',
    filler: 'mundo actual',
    text: `# La pila de compost en el jardín

Una pila de compost es un montón de restos del jardín que las bacterias convierten en humus. La pila de compost necesita aire y agua para no pudrirse.

## ¿Qué se puede echar en una pila de compost?

El césped cortado, las cáscaras y los posos de café aportan nitrógeno a la pila de compost. Las hojas secas, la paja y el cartón aportan carbono. La carne y el queso atraen a las ratas y van a la basura.

## Voltear la pila

Voltear la pila de compost mete aire en el centro, donde las bacterias agotan primero el oxígeno. Las hojas secas mantienen la pila lo bastante suelta para la horca.`,
  },
  ja: {
    keyword: '堆肥',
    asked: '堆肥には何を入れますか？',
    answer: 'コーヒー',
    readers: null,
    term: '窒素',
    filler: 'fast-paced',
    text: `# 庭の堆肥

堆肥は、庭の落ち葉や台所の生ごみを微生物が分解して作る土です。堆肥には空気と水が必要で、どちらかが足りないと腐敗が始まります。窒素と炭素の割合も堆肥の出来を左右します。

## 堆肥には何を入れますか？

刈った草、野菜くず、コーヒーのかすは堆肥に窒素を与えます。落ち葉やわら、段ボールは炭素を与えます。肉やチーズはネズミを呼ぶので入れません。

## 切り返し

切り返しをすると堆肥の中心に空気が入り、微生物がまた働き始めます。二週間ごとに切り返すと、三か月で堆肥ができあがります。窒素が多すぎるとアンモニアの臭いがします。`,
  },
};

describe.each(Object.entries(samples))('a brief in %s', (language, { keyword, asked, answer, readers, term, filler, text }) => {
  const made = passagesFrom({ only: text }).then((passages) => brief(passages, request(keyword, { targetWordCount: 400 })));

  test('asks for an article in that language', async () => {
    expect((await made).language).toBe(language);
    expect((await made).doNots.join(' ')).toContain(filler);
  });

  test('asks what its sources ask, and names the passage that answers', async () => {
    const { questions, passages } = await made;
    const found = questions.find(({ question }) => question === asked);
    expect(passages[found!.passages[0]! - 1]!.text).toContain(answer);
    if (readers !== null) expect(questions.map(({ question }) => question)).toContain(readers);
  });

  test('lists the words typical of the subject, with the keyword within its limit', async () => {
    const { terms } = await made;
    expect(terms[0]!.term).toBe(keyword);
    expect(terms[0]!.max * Math.max(1, keyword.split(' ').length)).toBeLessThanOrEqual(10);
    expect(terms.map((one) => one.term)).toContain(term);
  });

  test('has sections with passages about them', async () => {
    const { outline } = await made;
    expect(outline.length).toBeGreaterThan(0);
    expect(outline.every(({ passages }) => passages.length > 0)).toBe(true);
  });
});
