/** Verbs common in explanatory prose, in the third person. This list is enough, without a part-of-speech tagger. */
const thirdPerson = new Set(
  (
    'accepts accompanies accounts achieves acts adapts adds addresses adopts affects aggregates agrees aims aligns allocates allows appears appends applies argues arises asks assigns assumes attaches attempts ' +
    'attracts automates avoids awaits becomes begins behaves belongs benefits binds blocks borrows breaks brings buffers builds bypasses calculates calls captures carries catches causes ceases changes chooses claims ' +
    'classifies clears closes collects combines comes commits communicates compares completes comprises computes concerns configures confirms connects considers consists constitutes constructs consumes contains ' +
    'continues contributes controls converts copies corresponds costs counts covers creates cuts decides declares decodes decreases defaults defines delays delegates deletes delivers demonstrates denies depends derives ' +
    'describes destroys detects determines develops differs disables discards dispatches displays distinguishes distributes divides draws drops eats emits employs empties enables encodes encourages ends enforces ' +
    'ensures enters equals establishes evaluates examines exceeds excludes executes exempts exists expands expects expires explains exposes expresses extends extracts faces fails falls favors features feeds fetches fills finds ' +
    'finishes fires fits flows follows forces forms forwards frees functions gains gathers generates gets gives goes governs grants grows guarantees guards handles happens has helps hides holds honors hosts houses ' +
    'identifies ignores illustrates implements implies imports imposes improves includes increases indicates inflates influences inherits initiates inserts inspects installs intends intercepts interprets introduces ' +
    'invokes involves isolates issues joins keeps knows lacks lasts leads learns leaves lets lies limits links lists lives loads locks logs looks loses makes manages maps marks matches means measures meets merges mirrors ' +
    'mocks modifies monitors moves names needs negotiates notifies observes occupies occurs offers omits opens operates optimizes originates overrides overwrites owns parses participates passes pays performs permits persists ' +
    'picks places plays points pools poses possesses prefers presents preserves prevents proceeds processes produces prohibits promotes propagates protects proves provides publishes pulls pushes puts queues raises ' +
    'ranges reaches reacts reads rebuilds receives recognizes recommends records recovers redirects reduces refers reflects refuses registers rejects relates releases relies remains removes renders repeats replaces replays ' +
    'replies represents reproduces requires resembles reserves resets resides resolves respects responds restores restricts results resumes retains retries returns reuses reveals reverts rises rotates routes runs satisfies saves says ' +
    'schedules seeks seems selects sells sends separates serializes serves sets settles shapes shares shifts shows shuts signals simplifies sits skips solves sorts specifies speeds spends splits spreads stands starts states ' +
    'stays stops stores streams strips submits succeeds suffers suggests suits supplies supports surrounds switches takes targets teaches tells tends terminates tests threatens throws tracks transfers transforms translates ' +
    'transmits travels treats triggers tries tunnels turns uncovers understands unlocks updates upgrades uses validates varies verifies waits wants warns wins works wraps writes yields'
  ).split(' '),
);
const finite =
  /\b(?:is|are|was|were|am|has|have|had|does|do|did|can|could|may|might|must|shall|should|will|would|cannot|isn't|aren't|wasn't|weren't|hasn't|haven't|don't|doesn't|didn't|won't|became|began|broke|brought|built|bought|came|chose|cut|drew|fell|felt|flew|found|gave|got|grew|held|kept|knew|laid|led|left|lost|made|meant|met|paid|put|ran|rose|said|sang|sat|saw|sent|set|shot|showed|sold|spent|spoke|stood|struck|swept|taught|thought|threw|told|took|went|won|wore|wrote|saying|hit|let)\b/i;
/** A regular past tense, unless it is a participle that only describes ("the intercepted request", "the object passed as"). */
const anyVerb =
  /(?<!\b(?:an?|the|of|by|and|or|as|no|any|each|every|some|all|its|their|with|for|in|to|most|more|newly)\s)\b(?!(?:passed|used|called|returned|given|created|invoked|defined|provided|based|needed|required|named|supplied|associated)\b)\p{Ll}+ed\b(?! by\b)/u;
const baseForms = new Set(Array.from(thirdPerson, (verb) => verb.replace(/(?<=(?:ss|sh|ch|x|zz))es$|s$/, '').replace(/ie$/, 'y')));
/** Verbs that open instructions and are rare in the third person. */
const instructionVerbs = new Set(
  (
    'add adjust arrange bake beat blend boil brew chill chop dip drain dry fasten fold freeze fry glue grate grease grind heat knead lay loosen lower melt mix moisten peel pour preheat press reheat rinse ' +
    'roast rub scrape scrub shake sift simmer slice soak spray spread sprinkle squeeze steep stir tighten trim twist unscrew wash weigh whisk wipe'
  ).split(' '),
);
const opensLoosely = /^(?:[A-Z][a-z]+ly\s+)?([A-Z]?[a-z]+)\b/;
// "Number of open connections.", "Emitted when …", "Published after a tunnel was made.": no subject, or no verb.
const bareOpeners = [
  /^(?:the )?(?:maximum |minimum |total )?(?:number|list|array|amount|size|name) of (?!.*\b(?:is|are|was|were|has|have)\b)/i,
  /^\p{Lu}\p{Ll}+(?:ed|own|ent) (?:when|before|after|once|whenever|if|by|to|on|as|for|from|with)\b[^,]*$/u,
  /^(?:(?:only|automatically|optionally) )?(?:emitted|called|invoked|fired|thrown|deprecated|equivalent|aggregate|inherited|represented|triggered|identical|optional|same as|alias|whether|true|false|null|undefined|defaults?|example|type)\b/i,
];
const properOpener = /^(?:\p{Lu}[\p{L}\p{N}]*\p{Lu}|\p{Lu}{2,})/u;

/** Words that are not verbs, even if a determiner or an adverb follows. */
const functionWords = new Set(
  (
    'a an the and or nor but so yet if as at by for from in into of off on onto out over per than that then through to under until up upon via when where which while who whom whose with within ' +
    'without about above across after against along among around because before behind below beneath beside besides between beyond despite down during except inside like near past since ' +
    'toward towards unless though although whether not no only just all any both each every few many more most much some such other another same own very too also even still either neither ' +
    'it its they their them he his him she her you your we our us i my me this these those here there how why what one two three four five six seven eight nine ten only once now'
  ).split(' '),
);
const beforeObject =
  /([\p{L}][\p{L}’'-]*)(?= (?:the|an?|its|their|his|her|your|it|them|him|each|every|all|any|no|more|less|about|out|up|down|away|back|off|too|very|well|when|if|until|\d[\d.,]*|\p{Ll}{2,}ly)\b)/gu;
const instructs =
  /^(?:(?:Then|Next|Now|Finally|First|Never|Always|Don't|Do not|Carefully|Gently|Slowly),? )?(\p{L}+) (?:the|an?|it|them|your|its|each|every|all|any|both|one|two|three|\d+|this|that|these|some|up|down|out|off|away)\b/u;

/** Whether a sentence tells the reader what to do: "Hold the rag …", "Then press the patch on". */
export function isInstruction(sentence: string): boolean {
  const verb = instructs.exec(sentence)?.[1]?.toLowerCase();
  if (verb !== undefined) return !functionWords.has(verb) && !thirdPerson.has(verb) && !finite.test(verb) && !/(?:ing|ed)$/.test(verb);
  const opener = /^\p{L}+(?! of\b)/u.exec(sentence)?.[0].toLowerCase() ?? '';
  return baseForms.has(opener) || instructionVerbs.has(opener);
}

/** Whether a content word stands right before a determiner, pronoun, number or adverb. Such a word is usually a verb: nouns are followed by prepositions. */
function takesObject(clause: string): boolean {
  for (const [word] of clause.matchAll(beforeObject))
    if (!functionWords.has(word.toLowerCase()) && !/(?:ing|ed|ly)$/i.test(word)) return true;
  return /\b(?:it|he|she|everyone|everything|nobody|nothing) \p{Ll}+s\b/u.test(clause);
}

/** Whether a word is the third person of a verb common in explanatory prose ("adds"). */
export function isThirdPerson(word: string): boolean {
  return thirdPerson.has(word.toLowerCase());
}

/** Whether a sentence lacks a subject, as in manuals, where the heading names it: "Implements …", "Emitted when …". */
export function opensWithBareVerb(sentence: string): boolean {
  if (properOpener.test(sentence)) return false;
  const opener = opensLoosely.exec(sentence)?.[1]?.toLowerCase();
  return (
    (opener !== undefined && thirdPerson.has(opener) && !/^[A-Z][a-z]+ (?:is|are|was|were|have|has|can|may|will|must)\b/.test(sentence)) ||
    bareOpeners.some((pattern) => pattern.test(sentence))
  );
}

/**
 * Whether the main clause has a verb of its own. Sentences that open with a determiner are checked more strictly:
 * "A pool of clients connected to one origin." names a thing but says nothing about it.
 */
export function hasMainVerb(sentence: string): boolean {
  const indefinite = /^(?:an?|one|no)\b/i.test(sentence);
  const definite = /^(?:the|all|any|each|every|some)\b/i.test(sentence);
  if (!indefinite && !definite)
    return (
      finite.test(sentence) ||
      anyVerb.test(sentence) ||
      verbCount(sentence) > 0 ||
      takesObject(sentence) ||
      isInstruction(sentence) ||
      clauseWords(sentence).some((word) => baseForms.has(word))
    );
  const main = sentence.replace(
    /[,]? \b(?:that|which|who|whose|whom|where|when|whenever|if|unless|because|while|as soon as|so that)\b.*$/i,
    '',
  );
  if (finite.test(main) || mainVerbIn(main) || takesObject(main)) return true;
  // "The album debuted …" is in the past tense; after an indefinite article the same form is usually a participle.
  if (definite && anyVerb.test(main)) return true;
  // "A request that fails ends …": the relative clause in the subject has a verb of its own, so two are needed before the next clause.
  const relative =
    /\b(?:that|which|who|whose|whom)\b(.*)$/i
      .exec(sentence)?.[1]
      ?.split(/,|\b(?:and|or|but|when|whenever|where|if|unless|because|while|that|which|who|by|so)\b/i)[0] ?? '';
  return verbCount(relative) >= 2;
}

function mainVerbIn(clause: string): boolean {
  return clauseWords(clause)
    .slice(1)
    .some((word) => thirdPerson.has(word));
}

function verbCount(clause: string): number {
  return clauseWords(clause).filter((word) => thirdPerson.has(word) || finite.test(word)).length;
}

function clauseWords(clause: string): string[] {
  return clause.toLowerCase().split(/[^\p{L}'’-]+/u);
}
