import { BoundedParser } from './bounded-parser.ts';
import { Lines } from './lines.ts';
import { hides, region, regionOf, type Manner } from './regions.ts';
import { namesInScripts } from './script-names.ts';
import { VisibleText } from './visible-text.ts';

export type Attributes = Readonly<Record<string, string | undefined>>;

/** An element as its tag opens. */
export interface Opened {
  tag: string;
  attributes: Attributes;
  /** What holds within it: bits of `region`. */
  flags: number;
  /** What holds around it. */
  around: number;
  /** The tag that it stands in. */
  parent: string;
}

/** The text within an element that is open. */
interface Gathering {
  text: string;
  length: number;
  max: number;
  isHidden: boolean;
  /** Something within has a name of its own, in an attribute. */
  isNamed: boolean;
}

/** Of what an element says, so much is kept. */
const maxGathered = 500;
/** Elements within one another whose text is gathered: a heading with a link in it. What is deeper is markup gone wrong. */
const maxGatherings = 8;

/** Of a piece of a page, in characters: a few milliseconds of work, though it be nothing but tags. */
export const pieceLength = 16 * 1024;
/** Of one without a tag. */
const maxPieceLength = 4 * pieceLength;

/** Any other element ends the head, wherever it stands, as a browser has it. */
const headTags = new Set('html head base basefont bgsound link meta noframes noscript script style template title'.split(' '));
const feedTags = new Set(['rss', 'feed', 'rdf:rdf']);
const inlineTags = new Set(
  'a abbr b bdi bdo cite code data del dfn em font i img ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const solid = /\S/;
const namingAttributes = new Set(['aria-label', 'aria-labelledby', 'title']);

/**
 * One pass over the events of a page. What the page's parts mean is known to those who ask for their tags by `on`; here is kept what all of
 * them need: which elements are open, what holds within them, where the head ends, and the text.
 */
export class Walk {
  readonly html: string;
  readonly text: VisibleText;
  elements = 0;
  depth = 0;
  inHead = true;
  hasDoctype = false;
  isFeed = false;
  readonly #handlers = new Map<string, ((element: Opened) => void)[]>();
  readonly #everywhere: ((element: Opened) => void)[] = [];
  #onFrame: (attributes: Attributes) => void = () => {};
  readonly #lines: Lines;
  readonly #parser: BoundedParser;
  readonly #open: { tag: string; flags: number; onClose: (() => void)[] | undefined }[] = [];
  readonly #gatherings: Gathering[] = [];
  #raw: Gathering | undefined;
  #scriptNames: ReadonlySet<string> | undefined;
  readonly #manner: Manner = { role: '', isHidden: false, isUnquotable: false, isNamed: false, names: '' };

  constructor(html: string) {
    this.html = html;
    this.#lines = new Lines(html);
    this.text = new VisibleText(html, () => this.line);
    this.#parser = new BoundedParser({
      onopentag: (tag, attributes) => this.#opens(tag, attributes),
      onclosetag: () => this.#closes(),
      ontext: (text) => this.#says(text),
      onprocessinginstruction: (name) => (this.hasDoctype ||= name === '!doctype' && this.elements === 0),
    });
  }

  /** Calls `handler` for each element of these names, outside templates and the like. */
  on(tags: string, handler: (element: Opened) => void): void {
    for (const tag of tags.split(' ')) {
      const handlers = this.#handlers.get(tag);
      if (handlers) handlers.push(handler);
      else this.#handlers.set(tag, [handler]);
    }
  }

  /** Calls `handler` for each frame, also those in `<noscript>` and the like, where nothing else is read. */
  onFrame(handler: (attributes: Attributes) => void): void {
    this.#onFrame = handler;
  }

  onAny(handler: (element: Opened) => void): void {
    this.#everywhere.push(handler);
  }

  /** To be called while a tag opens: does this when its element ends. */
  onClose(handler: () => void): void {
    (this.#open.at(-1)!.onClose ??= []).push(handler);
  }

  /**
   * To be called while a tag opens: the text of its element, when it ends, spaces made one, and whether an element within is named in an
   * attribute. Hidden text counts in what is hidden itself.
   */
  gather(flags: number, done: (text: string, isNamed: boolean) => void): void {
    if (this.#gatherings.length >= maxGatherings) return this.onClose(() => done('', true));
    const gathering: Gathering = { text: '', length: 0, max: maxGathered, isHidden: (flags & region.hidden) !== 0, isNamed: false };
    this.#gatherings.push(gathering);
    this.onClose(() => {
      this.#gatherings.splice(this.#gatherings.indexOf(gathering), 1);
      done(gathering.text.replace(/\s+/g, ' ').trim(), gathering.isNamed);
    });
  }

  /** The same where text is none of the page, as that of a script: as written, cut, with its whole length. */
  gatherRaw(max: number, done: (text: string, length: number) => void): void {
    const around = this.#raw;
    const raw: Gathering = { text: '', length: 0, max, isHidden: true, isNamed: false };
    this.#raw = raw;
    this.onClose(() => {
      this.#raw = around;
      done(raw.text, raw.length);
    });
  }

  /** Adds words that an element without text stands for: the alternative text of an image. */
  stands(text: string): void {
    for (const gathering of this.#gatherings) add(gathering, ` ${text} `);
  }

  /** The ids that scripts of the page name. */
  get scriptNames(): ReadonlySet<string> {
    return (this.#scriptNames ??= namesInScripts(this.html));
  }

  /** Of the tag that opens now. */
  get line(): number {
    return this.#lines.at(this.#parser.startIndex);
  }

  /** Of the tag that opens now, in characters. */
  get offset(): number {
    return this.#parser.startIndex;
  }

  get where(): 'head' | 'body' {
    return this.inHead ? 'head' : 'body';
  }

  /** Goes over the page, in pieces that end before a tag, or within a long text: after each, others may have their turn. */
  *run(): Generator<void, void> {
    for (let at = 0, end, next = 0; at < this.html.length; at = end) {
      if (next < at + pieceLength) next = this.html.indexOf('<', at + pieceLength);
      if (next < 0) next = this.html.length;
      end = next - at > maxPieceLength ? textFrom(this.html, at + pieceLength, next) : next;
      this.#parser.writePiece(this.html.slice(at, end), end < next ? end : undefined);
      yield;
    }
    this.#parser.end();
  }

  #opens(tag: string, attributes: Attributes): void {
    this.elements++;
    if (this.elements === 1) this.isFeed = feedTags.has(tag);
    const { flags: around, tag: parent } = this.#open.at(-1) ?? { flags: 0, tag: '' };
    const isUnread = (around & region.unread) !== 0;
    const flags = isUnread ? around : regionOf(tag, this.#mannerOf(attributes), around);
    this.#open.push({ tag, flags, onClose: undefined });
    if (this.#manner.isNamed) for (const gathering of this.#gatherings) gathering.isNamed = true;
    this.#parser.depth = this.#open.length;
    if (this.#open.length > this.depth) this.depth = this.#open.length;
    if ((tag === 'iframe' || tag === 'frame') && (!isUnread || around & region.standIn)) this.#onFrame(attributes);
    if (isUnread) return;
    if (this.inHead && !headTags.has(tag) && (around & region.drawing) === 0) this.inHead = false;
    if (tag === 'br') this.text.endLine();
    else if (!inlineTags.has(tag)) this.text.break();
    const element = { tag, attributes, flags, around, parent };
    for (const handler of this.#everywhere) handler(element);
    const handlers = this.#handlers.get(tag);
    if (handlers) for (const handler of handlers) handler(element);
  }

  /** Each tag that opened is closed in turn, those without an end at once. */
  #closes(): void {
    const closed = this.#open.pop();
    if (!closed) return;
    this.#parser.depth = this.#open.length;
    if (closed.onClose) for (const handler of closed.onClose) handler();
    if ((closed.flags & region.unread) === 0 && !inlineTags.has(closed.tag) && closed.tag !== 'br') this.text.break();
  }

  #says(text: string): void {
    if (this.#raw) return add(this.#raw, text);
    const flags = this.#open.at(-1)?.flags ?? 0;
    if (flags & region.unread) return;
    if (this.inHead && solid.test(text)) this.inHead = false;
    const isHidden = (flags & region.hidden) !== 0;
    for (const gathering of this.#gatherings) if (gathering.isHidden || !isHidden) add(gathering, text);
    if ((flags & (region.hidden | region.unspoken | region.drawing)) === 0) this.text.add(text, flags);
  }

  #mannerOf(attributes: Attributes): Manner {
    const manner = this.#manner;
    manner.role = manner.names = '';
    manner.isHidden = manner.isUnquotable = manner.isNamed = false;
    for (const name in attributes) {
      const value = attributes[name]!;
      if (name === 'class' || name === 'id') manner.names = `${manner.names} ${value}`;
      else if (name === 'role') manner.role = value.trim().toLowerCase();
      else if (name === 'style') manner.isHidden ||= hides(value);
      else if (name === 'hidden') manner.isHidden ||= value !== 'until-found';
      else if (name === 'aria-hidden') manner.isHidden ||= value === 'true';
      else if (name === 'data-nosnippet') manner.isUnquotable = true;
      else if (namingAttributes.has(name)) manner.isNamed ||= solid.test(value);
    }
    return manner;
  }
}

/** The first place of some where no entity begins: `end` if there is none. */
function textFrom(html: string, from: number, end: number): number {
  let at = from;
  while (at < end && html[at] === '&') at++;
  return at;
}

function add(gathering: Gathering, text: string): void {
  gathering.length += text.length;
  if (gathering.text.length < gathering.max) gathering.text += text.slice(0, gathering.max);
}

/** Whether an element is named otherwise than by its text. */
export function isNamed(attributes: Attributes): boolean {
  for (const name of namingAttributes) if (solid.test(attributes[name] ?? '')) return true;
  return false;
}
