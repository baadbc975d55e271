import type { PageFacts, TextFacts } from './page-facts.ts';
import { placeOf, region } from './regions.ts';
import type { ReadElsewhere } from './visible-text.ts';
import { isNamed, type Attributes, type Walk } from './walk.ts';

const maxHeadings = 5000;
const maxNoscript = 500;
/** What frameworks name the element that they fill with the page. */
const rootNames = /^(?:root|app|react-root|__next|__nuxt|app-root|main-app|svelte|ember-app|gatsby|___gatsby|q-app)$/i;

/** Headings, paragraphs, lists, and what a script is to fill. */
export function readOutline(walk: Walk): () => Pick<PageFacts, 'headings'> & Pick<TextFacts, keyof ReadElsewhere> {
  const headings = readHeadings(walk);
  const structure: Pick<TextFacts, keyof ReadElsewhere> = {
    listItems: 0,
    terms: 0,
    hasMain: false,
    hasArticle: false,
    emptyRoot: null,
    noscript: '',
  };

  let roots = 0;

  walk.on('p', ({ flags }) => {
    if (flags & (region.hidden | region.unspoken | region.drawing) || placeOf(flags) !== 'content') return;
    walk.text.paragraph(walk.line);
  });
  walk.on('li', ({ flags }) => {
    if ((flags & region.hidden) === 0 && placeOf(flags) === 'content') structure.listItems++;
  });
  walk.on('dt summary', ({ flags }) => {
    if ((flags & region.hidden) === 0 && placeOf(flags) === 'content') structure.terms++;
  });
  walk.on('noscript', () => {
    if (!walk.inHead) walk.gatherRaw(maxNoscript, (text) => (structure.noscript ||= text.replace(/\s+/g, ' ').trim()));
  });
  walk.onAny(({ tag, attributes, flags }) => {
    if (tag === 'article') structure.hasArticle = true;
    if (flags & region.main) structure.hasMain = true;
    if (structure.emptyRoot || roots >= maxRoots) return;
    const id = attributes.id ?? (tag === 'app-root' ? tag : '');
    const isRoot = rootNames.test(id);
    const name = isRoot ? id : listNameIn(tag, flags, attributes);
    if (name === undefined) return;
    roots++;
    const { line } = walk;
    const [elements, length] = [walk.elements, walk.text.length];
    walk.onClose(() => {
      const isEmpty = walk.elements - elements <= (isRoot ? maxInEmptyRoot : 0) && walk.text.content.slice(length).trim() === '';
      if (isEmpty) structure.emptyRoot ??= { line, name };
    });
  });

  return () => ({ headings: headings(), ...structure });
}

const maxIdsInHeading = 10;

/** A spinner may stand there until the script has run. */
const maxInEmptyRoot = 10;
const maxRoots = 50;

/** The name of a box of the content that is to hold a list: of goods, posts, results. */
function listNameIn(tag: string, flags: number, { id, class: classes }: Attributes): string | undefined {
  if (!listTags.has(tag) || flags & (region.hidden | region.drawing | region.apart) || placeOf(flags) !== 'content') return undefined;
  return `${id ?? ''} ${classes ?? ''}`
    .slice(0, maxNames)
    .split(/\s+/)
    .find((name) => listNames.test(name) && !filledByReaders.test(name));
}

const listTags = new Set(['div', 'ul', 'ol', 'tbody', 'section']);
const maxNames = 300;
/** What a reader fills first stays empty with good reason: a basket, the results of a search. */
const filledByReaders = /cart|basket|wish|search|result|recent|compare/i;
const listNames =
  /^(?:[a-z]+[-_])*(?:products?|items?|goods|posts?|articles?|cards?|catalog(?:ue)?|listings?|news|events?|jobs?)(?:[-_]?(?:grid|list|container|wrapper|box))?$/i;

/** Those that are shown. */
function readHeadings(walk: Walk): () => PageFacts['headings'] {
  const headings: PageFacts['headings'] = [];
  /** The heading that is open, and the ids in it; of those that stay empty, a script may fill some. */
  let open: { heading: PageFacts['headings'][number]; ids: string[] } | undefined;
  const empty: NonNullable<typeof open>[] = [];

  walk.on('h1 h2 h3 h4 h5 h6', ({ tag, flags, attributes }) => {
    if (flags & region.hidden || headings.length >= maxHeadings) return;
    const level = Number(tag[1]);
    const heading = { line: walk.line, level, text: '', isNamed: isNamed(attributes), isFilled: false, place: placeOf(flags) };
    const opened = { heading, ids: attributes.id ? [attributes.id] : [] };
    headings.push(heading);
    open = opened;
    walk.gather(flags, (text, isNamedWithin) => {
      open = undefined;
      if (text === '' && opened.ids.length > 0) empty.push(opened);
      heading.isNamed ||= isNamedWithin;
      heading.text = text.replace(/\s*[¶§]$/u, '');
      if (heading.place === 'content') walk.text.headed();
    });
  });
  walk.onAny(({ attributes: { id } }) => {
    if (open && id && open.ids.length < maxIdsInHeading) open.ids.push(id);
  });

  return () => {
    for (const { heading, ids } of empty) heading.isFilled = ids.some((id) => walk.scriptNames.has(id));
    return headings;
  };
}
