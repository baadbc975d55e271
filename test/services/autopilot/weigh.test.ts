import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionWeights, type ActionOffer, type ActionReason } from '../../../src/services/common/actions.ts';
import { actionIdOf, idPrefixOf, priorityOf, weigh } from '../../../src/services/autopilot/weigh.ts';

const word = fc.string({ unit: 'binary', minLength: 1, maxLength: 300 });
const offer: fc.Arbitrary<ActionOffer> = fc.record({
  reason: fc.constantFrom(...(Object.keys(actionWeights) as ActionReason[])),
  // Few targets, so that many offers are of the same one.
  target: fc.record({ kind: fc.constantFrom('page', 'article'), id: fc.constantFrom('1', '2', '3'), about: word }),
  why: word,
  evidence: fc.array(fc.record({ what: word, source: fc.constantFrom('audit', 'posts'), at: fc.constant(null) }), {
    minLength: 1,
    maxLength: 5,
  }),
  operation: fc.constant('articles_get'),
  arguments: fc.constant({}),
  cause: word,
});
const offers = fc.array(offer, { maxLength: 30 });

test('there is one action for each type and target, in the order of priority, ties by id', () => {
  fc.assert(
    fc.property(offers, (some) => {
      const actions = weigh('prj_1', some);
      const places = new Set(some.map(({ reason, target }) => `${actionWeights[reason].type} ${target.kind} ${target.id}`));
      expect(actions.length).toBe(places.size);
      expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
      for (const [nth, one] of actions.slice(1).entries()) {
        const before = actions[nth]!;
        expect(before.priority > one.priority || (before.priority === one.priority && before.id < one.id)).toBe(true);
      }
    }),
  );
});

test('neither the order of offers, nor an offer said twice, nor another target changes an action', () => {
  fc.assert(
    fc.property(offers, fc.func(fc.integer()), (some, rank) => {
      const shuffled = some.toSorted((one, other) => rank(one) - rank(other));
      // What two offers of one weight and cause say in other words may come from either.
      const known = (all: readonly ActionOffer[]) =>
        weigh('prj_1', all).map(({ id, priority, cause, operation }) => ({ id, priority, cause, operation }));
      expect(known(shuffled)).toEqual(known(some));
      const alone = (one: ActionOffer) => weigh('prj_1', [one])[0]!.id;
      expect(new Set(some.map(alone))).toEqual(new Set(known(some).map(({ id }) => id)));
    }),
  );
});

test('an action weighs what its weightiest offer does, and has a cause of its own for what it rests on', () => {
  fc.assert(
    fc.property(fc.array(offer, { minLength: 1, maxLength: 10 }), (some) => {
      const same = some.map((one) => ({ ...one, reason: 'page_old' as const, target: some[0]!.target }));
      const [first] = weigh('prj_1', same);
      expect(first!.priority).toBe(priorityOf(actionWeights.page_old));
      const [weightier] = weigh('prj_1', [...same, { ...same[0]!, reason: 'page_decaying' as const }]);
      expect(weightier).toMatchObject({ id: first!.id, priority: priorityOf(actionWeights.page_decaying) });
      expect(weightier!.cause).not.toBe(first!.cause);
      expect(weigh('prj_1', [{ ...same[0]!, cause: `${same[0]!.cause}!` }])[0]!.cause).not.toBe(weigh('prj_1', [same[0]!])[0]!.cause);
    }),
  );
});

test('whatever offers say, an action stays short and can be shown', () => {
  fc.assert(
    fc.property(offer, (one) => {
      const [action] = weigh('prj_1', [{ ...one, target: { ...one.target, id: one.why } }]);
      expect(action!.why.length).toBeLessThanOrEqual(240);
      expect(action!.target.about.length).toBeLessThanOrEqual(100);
      expect(action!.evidence.length).toBeLessThanOrEqual(3);
      for (const text of [action!.why, action!.target.about, action!.target.id, ...action!.evidence.map(({ what }) => what)]) {
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toMatch(/\p{Cc}/u);
      }
    }),
  );
});

test('an id tells its project, and is another one in another project', () => {
  fc.assert(
    fc.property(word, word, (project, id) => {
      const own = actionIdOf(project, 'improve_page', { kind: 'page', id });
      expect(own).toMatch(/^act_[0-9a-f]{32}$/);
      expect(own.startsWith(idPrefixOf(project))).toBe(true);
      expect(actionIdOf(`${project}.`, 'improve_page', { kind: 'page', id })).not.toBe(own);
      expect(actionIdOf(project, 'mend_site', { kind: 'page', id })).not.toBe(own);
    }),
  );
});
