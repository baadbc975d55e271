import type { Token } from 'markdown-it';
import { hostOf } from '../crawl/url.ts';
import { tidy } from '../language/tokens.ts';
import { markSource, numbersOf } from './marks.ts';

export interface Span {
  start: number;
  end: number;
}

/** Where the text points to a source: by its address, or by its number in a list. */
export interface Pointer {
  /** The end of the words that it stands behind. */
  at: number;
  to: string | number;
}

interface Link {
  url: string;
  text: string;
}

/** The inline Markdown of one block. */
interface InlineRead {
  text: string;
  /** Inline code and addresses. */
  unspoken: Span[];
  pointers: Pointer[];
  links: Link[];
}

// Each begins where no such run goes on, so that a long run is gone through once.
const address =
  String.raw`(?:https?:\/\/|(?<![\p{L}\d.-])www\.)[^\s<>"` +
  '`' +
  String.raw`\[\]（）【】《》「」，。、；：！？…]+` +
  String.raw`|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+` +
  String.raw`|(?<![\p{L}\d.-])(?:[\p{L}\d-]+\.)+\p{L}{2,}\/[^\s<>"\[\]]*`;
const tag = String.raw`<!--[\s\S]{0,1000}?-->|<\/?[a-z][a-z0-9-]*(?:\s[^<>]{0,500})?\/?>`;
const special = new RegExp(`(?<mark>${markSource})|(?<tag>${tag})|(?<address>${address})`, 'giu');
const mayBeSpecial = /[[【<@/]|www\./i;
/** Nothing in it is to be made even. */
const isPlain = /^ ?(?:[!-~]+ )*[!-~]*$/;
const href = /\shref\s*=\s*["']?(https?:\/\/[^\s"'<>]+)/i;

/** Reads the inline Markdown of one block, or of several one after another. */
export class InlineText {
  readonly #parts: string[] = [];
  readonly #unspoken: Span[] = [];
  readonly #pointers: Pointer[] = [];
  readonly #links: Link[] = [];
  #length = 0;
  /** A mark that was taken out left a space before it out too. */
  #owesSpace = false;
  #link: (Link & { isCode: boolean }) | undefined;
  /** The address of an HTML link that is open. */
  #href: string | undefined;
  /** Within parentheses that hold nothing but links named by their host, as ChatGPT cites: "(example.com)". */
  #isCiting = false;
  /** The number of a mark that the block begins with. */
  opening: number | null = null;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  done(): InlineRead {
    this.#trimEnd();
    return { text: this.#parts.join(''), unspoken: this.#unspoken, pointers: this.#pointers, links: this.#links };
  }

  read(children: readonly Token[]): void {
    let held = '';
    const release = () => {
      if (held !== '') this.#read(held);
      held = '';
    };
    for (const child of children) {
      if (child.type === 'text' || child.type === 'text_special') held += child.content;
      else if (child.type === 'softbreak' || child.type === 'hardbreak') held += '\n';
      else {
        release();
        this.#markup(child);
      }
    }
    release();
    this.#isCiting = false;
  }

  /** Text as a reader sees it: white space is one space, at most. */
  append(written: string): void {
    let piece = isPlain.test(written) ? written.trim() : tidy(written).normalize('NFC');
    const last = this.#parts.at(-1) ?? ' ';
    if (/^\s/.test(written) && !last.endsWith(' ')) piece = ` ${piece}`;
    else if (this.#owesSpace && /^[\p{L}\p{N}]/u.test(piece)) piece = ` ${piece}`;
    if (/\s$/.test(written) && !(piece === '' ? last : piece).endsWith(' ')) piece += ' ';
    if (piece === '') return;
    this.#owesSpace = false;
    this.#parts.push(piece);
    this.#length += piece.length;
  }

  #markup({ type, content, ...token }: Token): void {
    if (type === 'link_open')
      this.#link = { url: String(token.attrs?.find(([name]) => name === 'href')?.[1] ?? ''), text: '', isCode: false };
    else if (type === 'link_close') this.#closeLink();
    else if (type === 'code_inline' && this.#link) Object.assign(this.#link, { text: this.#link.text + content, isCode: true });
    else if (type === 'code_inline') this.#unsaid(content);
    else if (type === 'image' && this.#link) this.#link.text += content;
  }

  #closeLink(): void {
    const { url, text, isCode } = this.#link!;
    this.#link = undefined;
    const isAddress = /^(?:https?:\/\/|www\.)\S+$/i.test(text.trim());
    const isChip = isAddress || isHostOf(text, url);
    const numbers = numbersOf(text);
    if (numbers) {
      this.opening ??= this.isEmpty ? numbers[0]! : null;
      this.#trimEnd();
    } else if (isChip && (this.#isCiting || this.#parts.at(-1)?.trimEnd().endsWith('('))) {
      if (!this.#isCiting) this.#dropParenthesis();
      this.#isCiting = true;
    } else if (isCode || isAddress) this.#unsaid(text);
    else this.append(text);
    this.#point(url, text);
  }

  #read(written: string): void {
    if (this.#link) {
      this.#link.text += written;
      return;
    }
    let text = written;
    if (this.#isCiting) {
      if (/^\s*[,;|·]?\s*$/.test(text)) return;
      text = text.replace(/^\s*\)/, '');
      this.#isCiting = false;
    }
    let at = 0;
    for (const found of mayBeSpecial.test(text) ? text.matchAll(special) : []) {
      const { mark, tag: html } = found.groups!;
      this.append(text.slice(at, found.index));
      at = found.index + found[0].length;
      if (mark !== undefined) this.#mark(mark);
      else if (html !== undefined) this.#tag(html);
      else {
        const whole = withoutPunctuation(found[0]);
        at = found.index + whole.length;
        this.#unsaid(whole);
        if (/^(?:https?:|www\.)/i.test(whole)) this.#point(/^www\./i.test(whole) ? `https://${whole}` : whole, '');
      }
    }
    this.append(text.slice(at));
  }

  #mark(mark: string): void {
    const numbers = numbersOf(mark)!;
    this.opening ??= this.isEmpty ? numbers[0]! : null;
    this.#trimEnd();
    for (const to of numbers) this.#pointers.push({ at: this.#length, to });
  }

  #tag(html: string): void {
    if (/^<br/i.test(html)) this.append(' ');
    if (/^<a\s/i.test(html)) this.#href = href.exec(html)?.[1];
    if (/^<\/a/i.test(html) && this.#href !== undefined) {
      this.#point(this.#href, '');
      this.#href = undefined;
    }
  }

  #point(url: string, text: string): void {
    if (!/^https?:\/\//i.test(url)) return;
    this.#pointers.push({ at: this.#length, to: url });
    this.#links.push({ url, text });
  }

  #unsaid(text: string): void {
    const start = this.#length;
    this.append(text);
    this.#unspoken.push({ start, end: this.#length });
  }

  #trimEnd(): void {
    while (this.#parts.at(-1)?.endsWith(' ')) {
      const last = this.#parts.pop()!;
      const rest = last.trimEnd();
      this.#length -= last.length - rest.length;
      if (rest !== '') this.#parts.push(rest);
      this.#owesSpace = true;
    }
  }

  #dropParenthesis(): void {
    this.#trimEnd();
    const last = this.#parts.pop()!;
    this.#length--;
    if (last.length > 1) this.#parts.push(last.slice(0, -1));
    this.#trimEnd();
  }
}

/** Whether a link is named by nothing but the host it leads to. */
function isHostOf(text: string, url: string): boolean {
  const name = text
    .trim()
    .toLowerCase()
    .replace(/^www\./, '');
  return name.includes('.') && !/\s/.test(name) && name === hostOf(url);
}

/** What ends a sentence or closes a parenthesis around an address is not part of it. */
function withoutPunctuation(url: string): string {
  let end = url.length;
  let open = (url.match(/\(/g)?.length ?? 0) - (url.match(/\)/g)?.length ?? 0);
  for (; end > 0; end--) {
    const last = url[end - 1]!;
    if (last === ')' && open < 0) open++;
    else if (!/[.,;:!?'*_~]/.test(last)) break;
  }
  return url.slice(0, end);
}
