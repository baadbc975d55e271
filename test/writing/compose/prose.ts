/** Short documents in several languages, as people write them: abbreviations, dates, quotations, a question as a heading. */
interface Prose {
  keyword: string;
  documents: Record<string, string>;
}

interface Expected extends Prose {
  /** How the article must open. */
  definition: string;
  /** A sentence with an abbreviation or a date inside. */
  unbroken: string;
  quoting: string;
  headings: string[];
  question: string;
}

export const prose: Record<'de' | 'fr' | 'es' | 'pt' | 'it' | 'nl', Expected> = {
  de: {
    keyword: 'Sauerteig ansetzen',
    definition: 'Ein Sauerteig ist ein Teig',
    unbroken: 'Am 3. Mai angesetzter Sauerteig sollte spätestens am 17. Mai gefüttert werden.',
    quoting: '„Anstellgut“, d. h. den Teil',
    headings: ['Häufige Fehler', 'Mehl und Wasser'],
    question: 'Wie warm muss der Sauerteig stehen?',
    documents: {
      ansetzen: `# Sauerteig ansetzen

Ein Sauerteig ist ein Teig aus Mehl und Wasser, den Milchsäurebakterien und Hefen durchsäuern. Wer einen Sauerteig ansetzen will, braucht z. B. 50 g Roggenmehl und ebenso viel lauwarmes Wasser. Bäcker nennen den ersten Teig „Anstellgut“, d. h. den Teil, der für das nächste Brot aufgehoben wird. Nach etwa fünf Tagen riecht ein gesunder Sauerteig mild nach Joghurt bzw. nach reifen Äpfeln.

## Mehl und Wasser

Roggenmehl der Type Nr. 1150 enthält viele Mineralstoffe und lässt den Sauerteig schnell reifen. Weizenmehl säuert langsamer, ergibt aber einen milderen Sauerteig. Chlor im Leitungswasser bremst die Bakterien, weshalb viele Bäcker das Wasser vor dem Sauerteig ansetzen abkochen.

## Wie warm muss der Sauerteig stehen?

Am wohlsten fühlt sich der Sauerteig bei 26 bis 30 °C. Unter 20 °C vermehren sich vor allem die Essigsäurebakterien, und das Brot schmeckt scharf. Eine Schüssel auf der Heizung reicht in den meisten Küchen aus.`,
      pflege: `# Sauerteig pflegen und aufbewahren

Ein Sauerteig bleibt im Kühlschrank etwa zwei Wochen lang triebstark. Am 3. Mai angesetzter Sauerteig sollte spätestens am 17. Mai gefüttert werden. Dr. Anna Weiß von der Hochschule Fulda empfiehlt, das Anstellgut in einem Glas mit losem Deckel aufzubewahren. Schimmel auf dem Sauerteig erkennt man an grünen, schwarzen oder rosa Flecken.

## Auffrischen

Zum Auffrischen mischt man einen Teil Sauerteig mit zwei Teilen Mehl und zwei Teilen Wasser. Ein frisch aufgefrischter Sauerteig verdoppelt sein Volumen in sechs bis acht Stunden. Getrockneter Sauerteig hält sich mehrere Jahre und lässt sich mit Wasser wieder wecken.

## Häufige Fehler

Zu kaltes Wasser ist der häufigste Fehler beim Ansetzen eines Sauerteigs. Metallschüsseln schaden dem Sauerteig nicht, solange sie aus Edelstahl bestehen. Graue Flüssigkeit auf dem Sauerteig, der sog. Fusel, zeigt nur an, dass die Bakterien hungrig sind.`,
    },
  },
  fr: {
    keyword: 'levain maison',
    definition: 'Le levain maison est un mélange',
    unbroken: 'il faut p. ex. 50 g de farine',
    quoting: 'appellent « chef » la part',
    headings: ['La farine et l’eau', 'Les erreurs courantes'],
    question: 'Quelle température convient au levain ?',
    documents: {
      debuter: `# Réussir son levain maison

Le levain maison est un mélange de farine et d’eau que des levures sauvages font fermenter. Pour un levain maison, il faut p. ex. 50 g de farine de seigle et autant d’eau tiède. Les boulangers appellent « chef » la part de levain que l’on garde d’une fournée à l’autre. Un levain maison bien vivant double de volume en six heures env. et sent le yaourt.

## La farine et l’eau

La farine de seigle nourrit le levain mieux que la farine blanche, car elle contient davantage de minéraux. L’eau du robinet trop chlorée ralentit la fermentation du levain maison. Mme Dupont, boulangère à Lyon, laisse reposer l’eau une nuit avant de nourrir le levain.

## Quelle température convient au levain ?

Le levain maison fermente le mieux entre 24 et 28 °C. Au-dessous de 20 °C, l’acidité acétique domine et le pain devient aigre. Un four éteint dont la lampe reste allumée suffit à garder le levain au chaud.`,
      garder: `# Conserver un levain maison

Au réfrigérateur, un levain maison se conserve deux semaines sans être nourri. Un levain nourri le 1er mars doit l’être de nouveau vers le 15 mars. Un bocal fermé sans serrage laisse le gaz du levain s’échapper. La moisissure sur un levain se reconnaît à ses taches vertes, noires ou roses.

## Le rafraîchi

Le rafraîchi consiste à mélanger une part de levain, deux parts de farine et deux parts d’eau. Un levain maison rafraîchi le matin est prêt pour la pâte en début d’après-midi. Le levain séché garde sa force pendant plusieurs années.

## Les erreurs courantes

Une eau trop froide est l’erreur la plus courante avec un levain maison. Les récipients en inox ne nuisent pas au levain, contrairement à une idée répandue. Le liquide gris à la surface du levain indique seulement que les bactéries ont faim.`,
    },
  },
  es: {
    keyword: 'masa madre casera',
    definition: 'La masa madre casera es una mezcla',
    unbroken: 'El Dr. Peña recomienda un tarro',
    quoting: 'llaman «pie» a la parte',
    headings: ['La harina y el agua', 'Errores frecuentes'],
    question: '¿Qué temperatura necesita la masa madre?',
    documents: {
      empezar: `# Cómo hacer masa madre casera

La masa madre casera es una mezcla de harina y agua que fermenta con levaduras silvestres. Para una masa madre casera hacen falta, p. ej., 50 g de harina de centeno y la misma cantidad de agua tibia. Los panaderos llaman «pie» a la parte de masa madre que se guarda de una hornada a otra. La Sra. Muñoz, panadera en Cádiz, usa la misma masa madre desde 1998.

## La harina y el agua

La harina de centeno alimenta la masa madre mejor que la harina blanca porque contiene más minerales. El agua con mucho cloro frena la fermentación de la masa madre casera. Una noche de reposo basta para que el cloro se evapore del agua.

## ¿Qué temperatura necesita la masa madre?

La masa madre casera fermenta mejor entre 24 y 28 °C. Por debajo de 20 °C domina el ácido acético y el pan sale agrio. Un horno apagado con la luz encendida mantiene la masa madre caliente.`,
      cuidar: `# Conservar la masa madre casera

En la nevera, una masa madre casera aguanta dos semanas sin alimento. El Dr. Peña recomienda un tarro de vidrio sin cerrar del todo para la masa madre. El moho de la masa madre se reconoce por sus manchas verdes, negras o rosadas. Una masa madre alimentada el 3 de mayo debe volver a comer antes del 17 de mayo.

## El refresco

El refresco mezcla una parte de masa madre, dos partes de harina y dos partes de agua. Una masa madre casera refrescada por la mañana está lista para amasar por la tarde. La masa madre seca conserva su fuerza durante varios años.

## Errores frecuentes

El agua demasiado fría es el error más frecuente con la masa madre casera. Los recipientes de acero inoxidable no dañan la masa madre. El líquido gris sobre la masa madre solo indica que las bacterias tienen hambre.`,
    },
  },
  pt: {
    keyword: 'fermento natural caseiro',
    definition: 'O fermento natural caseiro é uma mistura',
    unbroken: 'A Dra. Magalhães recomenda um frasco',
    quoting: 'chamam “isca” à parte',
    headings: ['A farinha e a água', 'Erros comuns'],
    question: 'Que temperatura pede o fermento natural?',
    documents: {
      comecar: `# Como fazer fermento natural caseiro

O fermento natural caseiro é uma mistura de farinha e água que fermenta com leveduras selvagens. Para um fermento natural caseiro bastam, p. ex., 50 g de farinha de centeio e a mesma quantidade de água morna. Os padeiros chamam “isca” à parte do fermento natural que se guarda de uma fornada para a outra. O Sr. Conceição, padeiro em Évora, usa o mesmo fermento natural desde 1998.

## A farinha e a água

A farinha de centeio alimenta o fermento natural melhor do que a farinha branca porque contém mais minerais. A água com muito cloro trava a fermentação do fermento natural caseiro. Uma noite de descanso basta para que o cloro se evapore da água.

## Que temperatura pede o fermento natural?

O fermento natural caseiro fermenta melhor entre 24 e 28 °C. Abaixo de 20 °C domina o ácido acético e o pão sai azedo. Um forno desligado com a luz acesa mantém o fermento natural quente.`,
      cuidar: `# Conservar o fermento natural caseiro

No frigorífico, um fermento natural caseiro aguenta duas semanas sem alimento. A Dra. Magalhães recomenda um frasco de vidro mal fechado para o fermento natural. O bolor do fermento natural reconhece-se pelas manchas verdes, pretas ou cor-de-rosa. Um fermento natural alimentado em 3 de maio deve voltar a comer antes de 17 de maio.

## A renovação

A renovação mistura uma parte de fermento natural, duas partes de farinha e duas partes de água. Um fermento natural caseiro renovado de manhã está pronto para amassar à tarde. O fermento natural seco conserva a força durante vários anos.

## Erros comuns

A água demasiado fria é o erro mais comum com o fermento natural caseiro. Os recipientes de aço inoxidável não fazem mal ao fermento natural. O líquido cinzento sobre o fermento natural só indica que as bactérias têm fome.`,
    },
  },
  it: {
    keyword: 'lievito madre fatto in casa',
    definition: 'Il lievito madre fatto in casa è un impasto',
    unbroken: 'Il dott. Ferri consiglia',
    quoting: 'chiamano «capolievito» la parte',
    headings: ['La farina e l’acqua', 'Errori comuni'],
    question: 'Quale temperatura serve al lievito madre?',
    documents: {
      iniziare: `# Come fare il lievito madre in casa

Il lievito madre fatto in casa è un impasto di farina e acqua che fermenta grazie a lieviti selvatici. Per un lievito madre fatto in casa servono, ad es., 50 g di farina di segale e altrettanta acqua tiepida. I fornai chiamano «capolievito» la parte di lievito madre che si conserva da un’infornata all’altra. La sig.ra Bianchi, fornaia a Lecce, usa lo stesso lievito madre dal 1998.

## La farina e l’acqua

La farina di segale nutre il lievito madre meglio della farina bianca perché contiene più minerali. L’acqua molto clorata rallenta la fermentazione del lievito madre fatto in casa. Una notte di riposo basta perché il cloro evapori dall’acqua.

## Quale temperatura serve al lievito madre?

Il lievito madre fatto in casa fermenta al meglio tra 24 e 28 °C. Sotto i 20 °C domina l’acido acetico e il pane diventa aspro. Un forno spento con la luce accesa tiene al caldo il lievito madre.`,
      conservare: `# Conservare il lievito madre fatto in casa

In frigorifero un lievito madre fatto in casa resiste due settimane senza nutrimento. Il dott. Ferri consiglia per il lievito madre un barattolo di vetro chiuso senza forza. La muffa sul lievito madre si riconosce dalle macchie verdi, nere o rosa. Un lievito madre rinfrescato il 3 maggio va rinfrescato di nuovo entro il 17 maggio.

## Il rinfresco

Il rinfresco mescola una parte di lievito madre, due parti di farina e due parti di acqua. Un lievito madre fatto in casa rinfrescato al mattino è pronto per l’impasto nel pomeriggio. Il lievito madre essiccato conserva la sua forza per molti anni.

## Errori comuni

L’acqua troppo fredda è l’errore più comune con il lievito madre fatto in casa. I recipienti di acciaio inox non danneggiano il lievito madre. Il liquido grigio sopra il lievito madre indica soltanto che i batteri hanno fame.`,
    },
  },
  nl: {
    keyword: 'zuurdesem maken',
    definition: 'Zuurdesem is een mengsel',
    unbroken: 'Volgens dr. Jansen hoort zuurdesem',
    quoting: '„de moeder”, d.w.z. het begin',
    headings: ['Meel en water', 'Veelgemaakte fouten'],
    question: 'Hoe warm moet zuurdesem staan?',
    documents: {
      beginnen: `# Zelf zuurdesem maken

Zuurdesem is een mengsel van meel en water dat door wilde gisten en melkzuurbacteriën gaat gisten. Wie zuurdesem wil maken, heeft bijv. 50 g roggemeel en evenveel lauw water nodig. Bakkers noemen het deel dat zij bewaren „de moeder”, d.w.z. het begin van het volgende brood. Dhr. De Vries uit Utrecht bakt al sinds 1998 met dezelfde zuurdesem.

## Meel en water

Roggemeel voedt de zuurdesem beter dan wit meel, omdat het meer mineralen bevat. Water met veel chloor remt het gisten van de zuurdesem. Een nacht rust is genoeg om het chloor uit het water te laten verdampen.

## Hoe warm moet zuurdesem staan?

Zuurdesem gist het best tussen 24 en 28 °C. Onder 20 °C overheerst azijnzuur en wordt het brood scherp van smaak. Een uitgeschakelde oven met de lamp aan houdt de zuurdesem warm genoeg.`,
      bewaren: `# Zuurdesem bewaren en voeden

In de koelkast blijft zuurdesem ongeveer twee weken goed zonder voeding. Volgens dr. Jansen hoort zuurdesem in een glazen pot met een los deksel. Schimmel op zuurdesem is te herkennen aan groene, zwarte of roze vlekken. Zuurdesem die op 3 mei is gevoed, moet voor 17 mei opnieuw gevoed worden.

## Verversen

Bij het verversen gaat één deel zuurdesem in twee delen meel en twee delen water. Zuurdesem die ’s ochtends is ververst, is ’s middags klaar om deeg mee te maken. Gedroogde zuurdesem houdt zijn kracht meerdere jaren.

## Veelgemaakte fouten

Te koud water is de meest gemaakte fout bij het maken van zuurdesem. Schalen van roestvrij staal schaden de zuurdesem niet. Grijs vocht op de zuurdesem betekent alleen dat de bacteriën honger hebben.`,
    },
  },
};

/** Texts in scripts that run from right to left, or have no spaces. */
export const otherScripts: Record<'ar' | 'he' | 'ja' | 'ko', Prose> = {
  ar: {
    keyword: 'الشاي الأخضر',
    documents: {
      tea: `# الشاي الأخضر

الشاي الأخضر نوع من الشاي تسخن أوراقه بعد القطاف مباشرة. يأتي معظم الشاي الأخضر من الصين واليابان. الماء المغلي يجعل الشاي الأخضر مرا خلال دقيقة واحدة. يحتوي الشاي الأخضر على كمية من الكافيين أقل مما تحتويه القهوة.

## تحضير الشاي الأخضر

يحضر الشاي الأخضر بماء تتراوح حرارته بين ستين وثمانين درجة. النقعة الثانية من الشاي الأخضر ألطف مذاقا من الأولى. تكفي ملعقة صغيرة من الشاي الأخضر لكوب واحد من الماء. يحتاج الشاي الأخضر إلى دقيقتين في الماء الساخن.

## حفظ الشاي الأخضر

الضوء والهواء يضران الشاي الأخضر أكثر من الحرارة. تحفظ العلبة المعدنية الشاي الأخضر طازجا نحو سنة كاملة. يمتص الشاي الأخضر رائحة القهوة الموضوعة بجانبه. يفقد الشاي الأخضر القديم لونه وطعمه ببطء.`,
    },
  },
  he: {
    keyword: 'תה ירוק',
    documents: {
      tea: `# תה ירוק

תה ירוק הוא תה שעליו מחוממים מיד לאחר הקטיף. רוב התה הירוק מגיע מסין ומיפן. מים רותחים הופכים תה ירוק למר בתוך דקה אחת. תה ירוק מכיל פחות קפאין מאשר קפה שחור רגיל.

## הכנת תה ירוק

תה ירוק מכינים במים בחום של שישים עד שמונים מעלות. החליטה השנייה של תה ירוק עדינה יותר מן הראשונה. כפית אחת של תה ירוק מספיקה לכוס אחת של מים. תה ירוק צריך לעמוד שתי דקות במים החמים.

## אחסון תה ירוק

אור ואוויר מזיקים לתה ירוק יותר מאשר חום. קופסת מתכת שומרת על תה ירוק טרי במשך שנה שלמה. תה ירוק סופג את ריח הקפה שמונח לידו. תה ירוק ישן מאבד לאט את צבעו ואת טעמו.`,
    },
  },
  ja: {
    keyword: '緑茶',
    documents: {
      tea: `# 緑茶

緑茶は、摘んだ葉をすぐに加熱して作るお茶です。緑茶の多くは中国と日本で作られています。熱湯を使うと緑茶は一分ほどで苦くなります。緑茶に含まれるカフェインはコーヒーより少ないです。

## 緑茶の入れ方

緑茶は六十度から八十度のお湯で入れます。緑茶の二煎目は一煎目よりまろやかな味になります。一杯の緑茶には小さじ一杯の茶葉で足ります。緑茶はお湯の中に二分ほど置くとよいです。

## 緑茶の保存

光と空気は熱よりも緑茶を傷めます。金属の缶に入れると緑茶は一年ほど新鮮なままです。緑茶は隣に置いたコーヒーの匂いを吸います。古い緑茶は色と味を少しずつ失います。`,
    },
  },
  ko: {
    keyword: '녹차',
    documents: {
      tea: `# 찻잎으로 만드는 차

녹차는 찻잎을 딴 직후에 가열하여 만든 차입니다. 대부분의 녹차는 중국과 일본에서 생산됩니다. 끓는 물은 녹차를 일 분 안에 쓰게 만듭니다. 녹차에는 커피보다 카페인이 적게 들어 있습니다.

## 우리는 방법

녹차는 육십 도에서 팔십 도 사이의 물로 우립니다. 두 번째로 우린 녹차는 첫 번째보다 맛이 부드럽습니다. 작은 숟가락 하나의 찻잎이면 녹차를 한 잔 우리기에 충분합니다. 녹차는 물에 이 분 정도 두는 것이 좋습니다. 찻주전자를 미리 데우면 녹차의 향이 더 오래 남습니다.

## 보관하는 방법

빛과 공기는 열보다 녹차를 더 많이 상하게 합니다. 금속으로 만든 통은 녹차를 일 년 동안 신선하게 보관합니다. 녹차는 옆에 둔 커피의 냄새를 쉽게 빨아들입니다. 오래된 녹차는 색과 맛을 천천히 잃습니다. 여름에는 녹차를 냉장고에 넣어 두는 사람이 많습니다.`,
    },
  },
};
