/** The tags of our prompts. */
const fenceNames = ['passage', 'material', 'draft', 'competing'];

/** How the special tokens of chat templates go on after `<`: those of ChatML and Llama 3 with a bar, of Llama 2, Gemma, Mistral and others by name. */
const angleTokens = [
  '|',
  'sys>',
  's>',
  'bos>',
  'eos>',
  'startofturn',
  'endofturn',
  'toolcall',
  'functioncall',
  'think>',
  'system>',
  'user>',
  'assistant>',
];
/** The same after `[`. */
const squareTokens = ['inst]', 'systemprompt]', 'availabletools]', 'toolcall', 'toolresult'];

/** Brackets that look like `<` or `[`, to a model if not to a parser. */
const angles = '<＜‹﹤˂ᐸ❬❮❰⟨⧼〈〈';
const squares = '[［⁅⟦【〔';
/** Quotation marks too: they count only before a slash, as in «/passage». */
const doubledAngles = '«《⟪≪';
const brackets = new RegExp(`[${angles}${squares.replace('[', '\\[')}${doubledAngles}]`, 'gu');

/** What stands between a bracket and its name without being read. */
const unread = /[\s\p{Cf}\p{M}\p{Cc}_\u2581\u115f\u1160\u3164\uffa0-]/u;
const slashes = /[/\\∕⁄⧸⧵／＼]/u;

/** Letters that look like Latin ones, where Unicode's own decomposition (NFKD) does not say so. */
const lookAlikes = new Map(
  Object.entries({
    a: 'аαᴀɑꓮⲁ',
    b: 'ꓐ',
    c: 'сςᴄꓚⲥ',
    d: 'ԁᴅꓓ',
    e: 'еεᴇҽꓰ',
    f: 'ꜰƒꓝ',
    g: 'ɡցɢꓖ',
    i: 'іιɪı',
    k: 'κкᴋ',
    l: 'ʟꓡ',
    m: 'мᴍ',
    n: 'ոɴηᴎ',
    o: 'оοᴏօ',
    p: 'рρᴘꓑⲣ',
    r: 'гᴦʀꓣ',
    s: 'ѕꜱꓢ',
    t: 'тτᴛꓔ',
    u: 'υսᴜ',
    v: 'νѵᴠ',
    '|': '∣ǀ│┃¦❘',
  }).flatMap(([plain, alike]) => [...alike].map((letter) => [letter, plain] as const)),
);

/**
 * The same text with nothing in it that looks like one of our tags, opening or closing, or like a special token of a chat template: their
 * first bracket becomes `(`. Look-alikes count, and characters that nobody sees do not separate.
 */
export function defused(text: string): string {
  return text.replace(brackets, (bracket, at: number) => (opensForged(text, at + bracket.length, bracket) ? '(' : bracket));
}

function opensForged(text: string, start: number, bracket: string): boolean {
  const names = squares.includes(bracket) ? squareTokens : [...fenceNames, ...angleTokens];
  const mustClose = doubledAngles.includes(bracket);
  let closes = false;
  let read = '';
  for (let at = start; at < text.length;) {
    const letter = String.fromCodePoint(text.codePointAt(at)!);
    at += letter.length;
    if (unread.test(letter)) continue;
    if (slashes.test(letter) && read === '') {
      closes = true;
      continue;
    }
    if (mustClose && !closes) return false;
    read += folded(letter);
    if (names.some((name) => read.startsWith(name))) return true;
    if (!names.some((name) => name.startsWith(read))) return false;
  }
  return false;
}

/** As the plain letter that it looks like. */
function folded(letter: string): string {
  return [...letter.normalize('NFKD').toLowerCase()].map((one) => (unread.test(one) ? '' : (lookAlikes.get(one) ?? one))).join('');
}

/** Puts text between tags that it cannot close. */
export function fence(name: 'material' | 'draft', text: string): string {
  return `<${name}>\n${defused(text)}\n</${name}>`;
}
