import { readFileSync } from 'node:fs';
import type { Evidence } from '../../../src/writing/claims/evidence.ts';
import { sentences } from '../../../src/language/sentences.ts';
import { words } from '../../../src/language/tokens.ts';
import { generator } from '../../bench/random.ts';

/** An article with the sources it was written from. */
export interface Subject {
  name: string;
  keyword: string;
  language: string;
  title: string;
  metaTitle: string;
  metaDescription: string;
  slug: string;
  targetWordCount: number;
  markdown: string;
  evidence: Evidence;
}

export interface Variant {
  name: string;
  /** Where an exacting editor would put it: the higher the better, equals are as good as one another. */
  worth: number;
  markdown: string;
  evidence: Evidence;
}

/** An article that a careful writer wrote from the passages beside it, which bear their source's name and licence. */
export function readSubject(name: string): Subject {
  const read = (file: string) => readFileSync(new URL(`honest/${file}`, import.meta.url), 'utf8');
  const { document, passages, ...fields } = JSON.parse(read(`${name}.json`));
  const evidence: Evidence = new Map(
    passages.map((text: string, index: number) => [index + 1, { documentId: name, title: document, url: null, passages: [text] }]),
  );
  return { ...fields, name, markdown: read(`${name}.md`), evidence };
}

/** The same article made worse in a dozen ways, and the order in which they should rank. `stray` is an article on something else. */
export function variantsOf(subject: Subject, stray: Subject): Variant[] {
  const { markdown, evidence } = subject;
  const make = (worth: number, name: string, text: string, given = evidence): Variant => ({ name, worth, markdown: text, evidence: given });
  return [
    make(6, 'honest', markdown),
    // What is false is the check of claims' to tell.
    make(
      6,
      'lies',
      markdown.replace(/(?<![[\d])\d+(?![\d\]])/g, (figure) => String(Number(figure) + 7)),
    ),
    make(5, 'no headings', join(blocksOf(subject).filter(({ kind }) => kind !== 'heading'))),
    make(5, 'cut off', join(blocksOf(subject).slice(0, Math.round(0.62 * blocksOf(subject).length)))),
    make(4, 'paragraphs shuffled', join(paragraphsShuffled(subject))),
    make(4, 'repetitive', join(repeated(subject))),
    make(3, 'sentences shuffled', join(sentencesShuffled(subject))),
    make(3, 'stuffed', join(stuffed(subject))),
    make(3, 'patchwork', join(patchwork(subject))),
    make(2, 'empty advice', join(filled(subject, adviceOn(subject)))),
    make(2, 'off-topic', join(offTopic(subject, stray))),
    make(2, 'off-topic with its sources', join(offTopic(subject, stray)), stray.evidence),
    make(1, 'word salad', join(salad(subject))),
  ];
}

interface Block {
  kind: 'heading' | 'paragraph' | 'code';
  text: string;
}

function blocksOf({ markdown }: Subject): Block[] {
  return markdown
    .trim()
    .split(/\n\n+/)
    .map((text) => ({ kind: text.startsWith('#') ? 'heading' : text.startsWith('```') ? 'code' : 'paragraph', text }));
}

function join(blocks: readonly Block[]): string {
  return blocks.map(({ text }) => text).join('\n\n');
}

/** The article's blocks with other paragraphs. */
function filled(subject: Subject, paragraphs: readonly string[]): Block[] {
  const given = paragraphs.values();
  return blocksOf(subject).flatMap((block) => {
    if (block.kind !== 'paragraph') return [block];
    const { value } = given.next();
    return value === undefined ? [] : [{ ...block, text: value }];
  });
}

function paragraphsOf(subject: Subject): string[] {
  return blocksOf(subject).flatMap(({ kind, text }) => (kind === 'paragraph' ? [text] : []));
}

function shuffled<One>(all: readonly One[], seed: number): One[] {
  const next = generator(seed);
  const mixed = [...all];
  for (let index = mixed.length - 1; index > 0; index--) {
    const other = Math.floor(next() * (index + 1));
    [mixed[index], mixed[other]] = [mixed[other]!, mixed[index]!];
  }
  return mixed;
}

function paragraphsShuffled(subject: Subject): Block[] {
  return filled(subject, shuffled(paragraphsOf(subject), 1));
}

/** Sentences dealt out to paragraphs of the lengths that the article's have. */
function dealt(subject: Subject, all: readonly string[]): Block[] {
  let done = 0;
  const paragraphs = paragraphsOf(subject).map((text) => {
    const { length } = sentences(text, subject.language);
    return all.slice(done, (done += length)).join(' ');
  });
  return filled(subject, paragraphs.filter(Boolean));
}

function sentencesOf(subject: Subject): string[] {
  return paragraphsOf(subject).flatMap((text) => sentences(text, subject.language));
}

function sentencesShuffled(subject: Subject): Block[] {
  return dealt(subject, shuffled(sentencesOf(subject), 2));
}

/** The second half says the first again. */
function repeated(subject: Subject): Block[] {
  const all = paragraphsOf(subject);
  const half = Math.ceil(all.length / 2);
  return filled(
    subject,
    all.map((_, index) => all[index % half]!),
  );
}

function stuffed(subject: Subject): Block[] {
  const { keyword } = subject;
  return dealt(
    subject,
    sentencesOf(subject).map((sentence, index) => (index % 2 === 0 ? `${keyword}: ${sentence}` : sentence)),
  );
}

/** Sentences of the sources as they stand, one from each passage in turn. */
function patchwork(subject: Subject): Block[] {
  const passages = [...subject.evidence].map(
    ([
      number,
      {
        passages: [text = ''],
      },
    ]) =>
      sentences(text, subject.language)
        .filter((sentence) => words(sentence).length > 7)
        .map((sentence) => sentence.replace(/([.!?])(["”’)]*)$/, ` [${number}]$1$2`)),
  );
  const picked: string[] = [];
  for (let round = 0; round < 12; round++) for (const passage of shuffled(passages, round)) picked.push(...passage.slice(round, round + 1));
  return dealt(subject, picked.slice(0, Math.round(0.8 * sentencesOf(subject).length)));
}

/** The words of the whole article in an order that only the seed decides, in sentences as long as the article's. */
function salad(subject: Subject): Block[] {
  const marks = sentencesOf(subject).map((sentence) => sentence.match(/(?: ?\[\d+\])+/)?.[0] ?? '');
  const lengths = sentencesOf(subject).map((sentence) => words(sentence.replace(/\[\d+\]/g, '')).length);
  const all = shuffled(
    sentencesOf(subject).flatMap((sentence) => words(sentence.replace(/\[\d+\]/g, ''))),
    3,
  );
  let done = 0;
  return dealt(
    subject,
    lengths.map((length, index) => {
      const sentence = all
        .slice(done, (done += length))
        .map((word) => word.toLowerCase())
        .join(' ');
      return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${marks[index]}.`;
    }),
  );
}

/** Another article under this one's keyword: its title, headings and opening words. */
function offTopic(subject: Subject, stray: Subject): Block[] {
  const [first = '', ...others] = paragraphsOf(stray);
  return filled(subject, [`${subject.keyword}: ${first}`, ...others]);
}

/** Advice that fits any subject. */
function adviceOn(subject: Subject): string[] {
  const { keyword, language } = subject;
  const all = sentences(advice[language]!.replaceAll('KEYWORD', keyword), language);
  const { length } = paragraphsOf(subject);
  return Array.from({ length }, (_, index) =>
    all.slice(Math.round((index * all.length) / length), Math.round(((index + 1) * all.length) / length)).join(' '),
  );
}

const advice: Record<string, string> = {
  en: `
    There is a lot to say about KEYWORD, and it is important to get it right. Many people wonder where they should begin. In this article we look at everything that matters, so that you can make a good decision with confidence.
    First of all, think carefully about what you really want. Every situation is different, and what works for one person may not work for another. Take your time and consider all of your options before you go any further.
    It also helps to keep an open mind. Things change quickly these days, and those who stay flexible will often do better in the long run. A positive attitude can make a real difference, as many experts agree.
    Planning is half of the battle. Write down your goals, set your priorities, and think about what could go wrong. With a clear plan you will feel more relaxed and can deal with surprises as they come.
    Do not forget that quality has its price. The cheapest solution is seldom the best one, and what looks attractive at first sight may disappoint you later. Compare carefully and trust your own judgement.
    Good information is worth its weight in gold. Ask people who have some experience, read what others have to say, and never stop learning. Knowledge is power, and there is always something new to discover about KEYWORD.
    Many mistakes can be avoided with a little patience. Rushing into things is rarely a good idea. Step back from time to time, look at the bigger picture, and ask yourself whether you are still on the right track.
    Communication is another key to success. Talk openly about your expectations and listen to what other people need. Working together usually leads to better results, and it is simply more fun as well.
    Of course there will be challenges along the way. That is perfectly normal and no reason to give up. Every challenge is also a chance to grow, and looking back you will be proud of what you have achieved.
    Balance is essential too. Too much of a good thing can be harmful, while too little may not bring the effect you are hoping for. Find the middle way that suits you and your personal lifestyle best.
    Technology offers exciting possibilities for everyone. Modern tools can save time and make everyday life easier. Still, they are only as good as the people who use them, so choose wisely and stay in control.
    Safety should always come first. Make sure that you know what you are doing and ask a professional if you are in doubt. It is better to be careful than to regret something afterwards.
    Regular checks are a good habit. Look at what has worked well and what could be improved. Small steps in the right direction add up over time and can lead to surprising success.
    Some people prefer to do everything on their own, while others like to rely on support. Both ways have advantages and disadvantages. In the end it depends on your needs, your budget and your taste.
    It is also worth thinking about the future. Trends come and go, but solid foundations remain. Whoever invests in the right things today will be able to enjoy the benefits tomorrow and for many years to come.
    Motivation plays an important role as well. Reward yourself for what you have reached, however small it may seem. Surround yourself with people who believe in you and who share your enthusiasm.
    All in all, KEYWORD is a fascinating field with many facets. With the right approach, a healthy dose of common sense and some perseverance, nothing stands in your way. Now it is up to you to make the most of it.`,
  de: `
    Zum Thema KEYWORD gibt es viel zu sagen, und es ist wichtig, dabei alles richtig zu machen. Viele Menschen fragen sich, wo sie anfangen sollen. In diesem Beitrag betrachten wir alles, was zählt, damit Sie mit gutem Gefühl entscheiden können.
    Überlegen Sie zuerst genau, was Sie wirklich wollen. Jede Situation ist anders, und was dem einen hilft, muss für den anderen nicht passen. Nehmen Sie sich Zeit und wägen Sie alle Möglichkeiten gründlich ab.
    Hilfreich ist außerdem ein offener Blick. Die Dinge ändern sich heute schnell, und wer beweglich bleibt, kommt auf lange Sicht oft weiter. Eine positive Haltung kann viel bewirken, darin sind sich viele Fachleute einig.
    Gute Planung ist die halbe Miete. Schreiben Sie Ihre Ziele auf, setzen Sie Schwerpunkte und bedenken Sie mögliche Hindernisse. Mit einem klaren Plan sind Sie gelassener und können auf Überraschungen besser eingehen.
    Vergessen Sie nicht, dass Qualität ihren Preis hat. Die billigste Lösung ist selten die beste, und was auf den ersten Blick verlockend wirkt, kann später enttäuschen. Vergleichen Sie sorgfältig und vertrauen Sie Ihrem Urteil.
    Gute Informationen sind Gold wert. Fragen Sie Menschen mit Erfahrung, lesen Sie, was andere denken, und hören Sie nie auf zu lernen. Wissen ist Macht, und zum Thema KEYWORD gibt es immer etwas Neues zu entdecken.
    Viele Fehler lassen sich mit etwas Geduld vermeiden. Übereiltes Handeln ist selten eine gute Idee. Treten Sie ab und zu einen Schritt zurück, betrachten Sie das große Ganze und fragen Sie sich, ob die Richtung noch stimmt.
    Auch das Gespräch ist ein Schlüssel zum Erfolg. Reden Sie offen über Ihre Erwartungen und hören Sie zu, was andere brauchen. Gemeinsam gelangt man meist zu besseren Ergebnissen, und Freude macht es obendrein.
    Natürlich wird es unterwegs Herausforderungen geben. Das ist völlig normal und kein Grund zum Aufgeben. Jede Herausforderung ist auch eine Chance zu wachsen, und im Rückblick werden Sie stolz auf das Erreichte sein.
    Ebenso wichtig ist das richtige Maß. Zu viel des Guten kann schaden, zu wenig bringt womöglich nicht die erhoffte Wirkung. Finden Sie den Mittelweg, der am besten zu Ihnen und Ihrem Alltag passt.
    Moderne Technik bietet allen spannende Möglichkeiten. Zeitgemäße Hilfsmittel sparen Mühe und machen das Leben leichter. Dennoch sind sie nur so gut wie die Menschen, die sie bedienen, also wählen Sie mit Bedacht.
    Sicherheit geht immer vor. Achten Sie darauf, dass Sie wissen, was Sie tun, und holen Sie im Zweifel fachlichen Rat. Vorsicht ist besser, als später etwas zu bereuen.
    Eine gute Gewohnheit ist der regelmäßige Rückblick. Schauen Sie, was gut gelaufen ist und was sich verbessern lässt. Kleine Schritte in die richtige Richtung summieren sich mit der Zeit und führen oft zu erstaunlichem Erfolg.
    Manche machen am liebsten alles selbst, andere verlassen sich gern auf Unterstützung. Beide Wege haben Vorteile und Nachteile. Am Ende kommt es auf Ihre Bedürfnisse, Ihre Mittel und Ihren Geschmack an.
    Auch der Blick in die Zukunft lohnt sich. Moden kommen und gehen, solide Grundlagen aber bleiben. Wer heute in das Richtige investiert, kann morgen und noch viele Jahre lang die Früchte genießen.
    Eine wichtige Rolle spielt zudem die innere Einstellung. Belohnen Sie sich für das, was Sie geschafft haben, so klein es auch scheinen mag. Umgeben Sie sich mit Menschen, die an Sie glauben und Ihre Begeisterung teilen.
    Alles in allem ist KEYWORD ein faszinierendes Feld mit vielen Seiten. Mit der richtigen Herangehensweise, gesundem Menschenverstand und etwas Ausdauer steht Ihnen nichts im Weg. Nun liegt es an Ihnen, das Beste daraus zu machen.`,
};
