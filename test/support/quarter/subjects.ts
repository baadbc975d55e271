/** What Acme, a yard for canal boats, knows of one of its subjects: a thing, and facts that no other subject has. */
const things: readonly (readonly [thing: string, part: string, material: string, tool: string, trouble: string])[] = [
  ['bilge pump', 'float switch', 'bronze', 'pipe wrench', 'a clogged strainer'],
  ['mooring rope', 'eye splice', 'polyester', 'splicing fid', 'chafed strands'],
  ['diesel heater', 'glow pin', 'stainless steel', 'feeler gauge', 'a sooted chamber'],
  ['rudder bearing', 'lower cup', 'acetal', 'bearing puller', 'a grinding noise'],
  ['propeller shaft', 'stern gland', 'manganese bronze', 'packing hook', 'a steady drip'],
  ['cabin window', 'rubber seal', 'toughened glass', 'plastic wedge', 'fogged panes'],
  ['solar panel', 'junction box', 'silicon', 'clamp meter', 'shaded cells'],
  ['water tank', 'inspection hatch', 'polyethylene', 'hole saw', 'a stale taste'],
  ['anchor chain', 'swivel link', 'galvanised steel', 'bolt cutter', 'seized shackles'],
  ['deck paint', 'primer coat', 'epoxy', 'foam roller', 'lifting edges'],
  ['gas locker', 'regulator', 'welded steel', 'leak spray', 'a perished hose'],
  ['starter battery', 'terminal post', 'lead calcium', 'hydrometer', 'sulphated plates'],
  ['engine mount', 'locking nut', 'nitrile rubber', 'torque wrench', 'a shaking hull'],
  ['weed hatch', 'clamp bar', 'mild steel', 'bread knife', 'a fouled blade'],
  ['chimney collar', 'fire rope', 'cast iron', 'cold chisel', 'rain streaks'],
  ['shower drain', 'gulper pump', 'polypropylene', 'hose clamp', 'slow draining'],
  ['hull anode', 'weld tab', 'magnesium', 'wire brush', 'pitted plates'],
  ['tiller arm', 'swan neck', 'oiled ash', 'spokeshave', 'a loose bush'],
  ['lock windlass', 'square socket', 'forged alloy', 'file', 'a rounded eye'],
  ['galley stove', 'flame guard', 'enamelled steel', 'brass brush', 'yellow flames'],
  ['roof vent', 'mushroom cap', 'polished brass', 'sealant gun', 'dripping screws'],
  ['fuel filter', 'sediment bowl', 'pleated paper', 'strap wrench', 'diesel bug'],
  ['ballast brick', 'bilge tray', 'engineering clay', 'kitchen scale', 'a leaning boat'],
  ['fender hook', 'safety loop', 'carabiner steel', 'pliers', 'torn eyelets'],
  ['cratch cover', 'zip slider', 'acrylic canvas', 'sail needle', 'pooled rain'],
  ['calorifier coil', 'relief valve', 'copper', 'flaring tool', 'lukewarm taps'],
  ['inverter cable', 'crimp lug', 'tinned copper', 'heat gun', 'a warm fuse'],
  ['toilet cassette', 'blade seal', 'moulded plastic', 'olive oil', 'a stiff blade'],
  ['headlight bracket', 'pivot bolt', 'marine brass', 'hex key', 'a dim beam'],
  ['alternator belt', 'tension arm', 'ribbed rubber', 'straight edge', 'black dust'],
  ['gunwale fender', 'rubbing strake', 'half round oak', 'block plane', 'bruised timber'],
  ['swim ladder', 'hinge pin', 'aluminium', 'rubber mallet', 'bent treads'],
  ['tunnel lamp', 'dipping visor', 'spun steel', 'contact cleaner', 'flickering light'],
  ['carbon monoxide alarm', 'test button', 'sealed plastic', 'soft brush', 'a chirping unit'],
  ['throttle cable', 'ball joint', 'wound wire', 'grease syringe', 'a stiff lever'],
  ['skin tank', 'bleed screw', 'boiler plate', 'coolant funnel', 'trapped air'],
];

/** The keyword of each subject, in their order. */
export const subjects: readonly string[] = things.map(([thing]) => thing);

/** What can be said of a thing, a section each. Every subject takes other sentences, in another order. */
const sayings: Readonly<Record<string, readonly string[]>> = {
  'What it does': [
    'On a canal boat the {thing} is made of {material} and carries one {part}.',
    'Of all its pieces the {part} wears first, long before the {material} does.',
    'Boats that cruise all winter ask more of it than boats that lie still.',
    'Our yard has fitted {many} of them since the gates opened in {year}.',
    'Skippers who know where the {part} sits find most faults without a mechanic.',
    'Hire fleets carry a spare {part} in the locker under the front step.',
    'Builders of the old school cut theirs by hand and stamped a number into the {material}.',
    'A narrow hull leaves little room, so ours hangs {few} centimetres above the bearers.',
    'Rivers with a strong stream wear the {part} down twice as fast as still canals.',
    'Insurers ask for a photograph of the {thing} when a boat is older than {many} years.',
  ],
  'Checking it': [
    'Look at it every {weeks} weeks, and always before a long journey.',
    'Hold the {part} between two fingers and feel whether it gives by more than {few} millimetres.',
    'With a {tool} one sees at once whether the {material} has begun to fail.',
    'Nothing has to be taken apart, so the whole round takes {minutes} minutes.',
    'Write the result into the log, where the next owner will search for it.',
    'Listen with the engine stopped, since {trouble} hides behind its noise.',
    'A torch held flat against the {material} throws long shadows over every crack.',
    'Surveyors tap along the {part} and compare the sound with that of a new one.',
    'Two people are quicker than one: the first moves the {part}, the other watches.',
    'Warm weather hides the fault, therefore the check belongs to a cold morning.',
  ],
  'Repairing it': [
    'The first sign of wear is {trouble}, often weeks before anything breaks.',
    'Take the {part} off with a {tool} and clean both faces in warm water.',
    'A new {part} costs about {price} pounds and lasts for {few} seasons.',
    'Never set {material} against another metal, because damp air eats the softer of the two.',
    'Afterwards let the {thing} run for {minutes} minutes and look for {trouble} again.',
    'Thread that has stretched is cut back to the last whole turn.',
    'Apprentices learn to lay out each screw in the order in which it came away.',
    'If the {tool} slips, the corner is gone and the yard must drill it out.',
    'Cheap copies of the {part} are {few} grams lighter and crack in their first summer.',
    'Lanolin on the seat keeps the joint from binding for another {weeks} weeks.',
  ],
  'Storing it over winter': [
    'Frost harms it most, for water inside the {part} swells as it freezes.',
    'Drain it, dry the {material} with a cloth and leave the {part} open until spring.',
    'A thin coat of grease keeps a {tool} from rusting beside it.',
    'Cover it loosely, because a tight sheet holds the damp in.',
    'In March all is put together again and looked over as described above.',
    'Sheds with a stove are too dry: {material} likes an even air of {minutes} degrees.',
    'Mice gnaw at whatever is soft, so the {part} goes into a tin.',
    'Boats that stay afloat keep theirs in place, wrapped in {few} layers of wool.',
    'Label the box with the year, for nobody remembers it after {weeks} weeks.',
    'On the hard the cradle must not press on the {thing} from below.',
  ],
};
const perSection = 6;

/** A manual of a subject, long enough to write an article of. */
export function manualOn(subject: string): string {
  const at = subjects.indexOf(subject);
  const [thing, part, material, tool, trouble] = things[at]!;
  const numbers = { many: 40 + at * 7, year: 1950 + at, few: 3 + at, weeks: 5 + at, minutes: 11 + at, price: 12 + at * 3 };
  const facts: Record<string, unknown> = { thing, part, material, tool, trouble, ...numbers };
  const fill = (saying: string) => saying.replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name]));
  const sections = Object.entries(sayings).map(([heading, all], index) => {
    const taken = Array.from({ length: perSection }, (_, nth) => all[(at * (index + 1) + nth * 3) % all.length]!);
    return `## ${heading}\n\n${taken.map(fill).join(' ')}`;
  });
  return `# The ${thing}\n\n${sections.join('\n\n')}\n`;
}
