import { describe, expect, test } from 'vitest';
import { brandOf, questions, startReports, values } from './support.ts';

const dayMs = 24 * 3_600_000;

describe('figures of answers', () => {
  test('are sums over the answers, each with what it is over', async () => {
    const { answer, figures, rivalId } = await startReports();
    await answer(['Which database?'], [
      'Acme and Acme again [1]. Rival too.\n\n[1]: https://acme.example/a',
      'Rival is fast. Acme is fine.',
      'Rival is fast.',
      'None.',
    ]); // prettier-ignore
    const report = await figures();
    expect(report).toMatchObject({ score: 50, basis: 'engines', answers: 4, prompts: 1, directional: true, waiting: 0 });
    expect(report.hint).toMatch(/^4 answers to 1 prompt only show a direction/);
    expect(values(brandOf(report, 'own'))).toMatchObject({ visibility: 0.5, shareOfVoice: 0.5, position: 1.5, citationShare: 1 });
    expect(values(brandOf(report, rivalId))).toMatchObject({ visibility: 0.75, shareOfVoice: 0.5, position: 1.33, citationShare: 0 });
    expect(brandOf(report, 'own').shareOfVoice.n).toBe(6);
    expect(brandOf(report, 'own').why).toMatchObject({ 'shareOfVoice.interval': 'too_few', 'visibility.change': 'not_checked' });
    expect(report.byEngine).toMatchObject([
      { engine: 'chatgpt', answers: 4, visibility: { value: 0.5 }, competitors: [{ visibility: 0.75 }] },
    ]);
  });

  test('are over the answers of however many engines there are', async () => {
    const { submit, figures } = await startReports();
    const answers = Array.from({ length: 1_001 }, (_, at) => ({ prompt: 'Which?', text: 'Ten.', engine: `engine-${at}`, surface: 'ui' }));
    for (let at = 0; at < answers.length; at += 100) await submit(answers.slice(at, at + 100));
    expect(await figures()).toMatchObject({ answers: 1_001, prompts: 1 });
    expect(await figures({ engine: 'engine-999' })).toMatchObject({ answers: 1 });
  });

  test('of a project without answers are null, say why, and what to do next', async () => {
    const { figures, desk } = await startReports();
    const empty = await figures();
    expect(empty).toMatchObject({ score: null, basis: null, answers: 0, why: { score: 'not_checked' }, byEngine: [], analyzedAt: null });
    expect(empty.brands[0]!.why).toMatchObject({ visibility: 'not_checked', sentiment: 'not_checked' });
    expect(empty.hint).toContain('prompts_create');
    await desk.call('prompts_create', { prompts: ['Which database?'] });
    expect((await figures()).hint).toContain('ai_answers_submit');
    expect((await figures({ engine: 'gemini' })).hint).toContain('leave engine and surface out');
  });

  test('are no shares where no competitor is tracked, and say whom to add', async () => {
    const { answer, figures, desk, rivalId } = await startReports();
    await answer(['Which database?'], ['Acme [1].\n\n[1]: https://acme.example/a']);
    await desk.call('competitors_remove', { id: rivalId });
    await desk.runDue();
    const report = await figures();
    expect(report.hint).toContain('competitors_add');
    expect(brandOf(report, 'own')).toMatchObject({
      visibility: { value: 1 },
      shareOfVoice: { value: null },
      citationShare: { value: null },
      why: { shareOfVoice: 'not_applicable', citationShare: 'not_applicable' },
    });
  });

  test('of a new competitor are null until all answers are read for it, and it takes no share of others until then', async () => {
    const { answer, figures, sentiment, citations, gaps, desk, advance } = await startReports();
    await advance(1000);
    await answer(['Which database?'], ['Other is fast, Acme too.', 'Other and Rival.']);
    const { id } = (await desk.call('competitors_add', { name: 'Other', domain: 'other.example' })) as { id: string };
    await answer(['Which?'], ['Other.']);
    const report = await figures();
    expect(report).toMatchObject({ stale: 2, hint: expect.stringContaining('2 answers are still to be read') });
    expect(brandOf(report, id)).toMatchObject({ visibility: { value: null, n: 0 }, shareOfVoice: { value: null } });
    expect(brandOf(report, id).why).toMatchObject({ visibility: 'not_checked', shareOfVoice: 'not_checked' });
    expect(brandOf(report, 'own').shareOfVoice.value).toBe(0.5);
    expect((await sentiment()).brands[2]).toMatchObject({ brand: id, mentions: null, why: { mentions: 'not_checked' } });
    expect((await citations({ brand: id })).pages).toBe(0);
    expect(await gaps()).toMatchObject({ data: [], stale: 2 });
    await desk.runDue();
    const later = await figures();
    expect(later.stale).toBe(0);
    expect(later.hint).not.toContain('still to be read');
    expect(brandOf(later, id)).toMatchObject({ visibility: { value: 1 }, shareOfVoice: { value: 0.6 } });
  });

  test('of those that were read for it before stay where only a name of one’s own changes', async () => {
    const { answer, figures, desk, projectId, rivalId, advance } = await startReports();
    await advance(1000);
    await answer(['Which database?'], ['AcmeDB and Rival.']);
    await desk.call('projects_update', { id: projectId, brandTerms: ['Acme', 'AcmeDB'] });
    const report = await figures();
    expect(report.stale).toBe(1);
    expect(brandOf(report, rivalId).visibility.value).toBe(1);
  });

  test('tell what changed on prompts that were asked in both periods', async () => {
    const { answer, advance, figures } = await startReports();
    await answer(questions(12), ['Rival.', 'Rival is known.', 'Rival, that is it.']);
    await advance(31 * dayMs);
    await answer(questions(12), ['Acme.', 'Acme is known.', 'Acme, that is it.']);
    const { visibility, position, why } = brandOf(await figures(), 'own');
    expect(visibility).toMatchObject({ value: 1, n: 36, change: { value: 1, trend: 'up' } });
    expect(position.change).toBeNull();
    expect(why).toMatchObject({ 'position.change': 'not_applicable' });
    const earlier = await figures({ until: new Date(Date.parse((await figures()).before.until)).toISOString() });
    expect(brandOf(earlier, 'own').visibility).toMatchObject({ value: 0, change: null });
  });

  test('do not put the answers of an agent or of the local engine together with those of engines', async () => {
    const { answer, figures } = await startReports();
    await answer(['Which?'], ['Acme.'], { surface: 'agent', engine: 'my-model' });
    expect(await figures()).toMatchObject({ basis: 'agent', score: 100, leftOut: [] });
    await answer(['Which?'], ['Rival.'], { surface: 'ui' });
    expect(await figures()).toMatchObject({ basis: 'engines', score: 0, answers: 1, leftOut: [{ basis: 'agent', answers: 1 }] });
    expect(await figures({ surface: 'agent' })).toMatchObject({ basis: 'agent', score: 100, answers: 1 });
  });

  test('can be narrowed to an engine, a prompt, a topic and a period', async () => {
    const { answer, figures, desk } = await startReports();
    const { id } = (await desk.call('topics_create', { name: 'Queues', keywords: ['queues'] })) as { id: string };
    const { prompts } = (await desk.call('topics_add_prompts', { id, prompts: ['Which queue?'] })) as { prompts: { id: string }[] };
    await answer(['Which queue?'], ['Acme.', 'Rival.']);
    await answer(['Which database?'], ['Acme.'], { engine: 'gemini' });
    expect(await figures({ engine: 'gemini' })).toMatchObject({ answers: 1, score: 100 });
    expect(await figures({ topicId: id })).toMatchObject({ answers: 2, score: 50 });
    expect(await figures({ promptId: prompts[0]!.id })).toMatchObject({ answers: 2, score: 50 });
    expect(await figures({ until: '2020-01-01' })).toMatchObject({ answers: 0, score: null });
    await expect(figures({ promptId: 'prm_gone' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(figures({ since: '2099-01-01' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('count the answers of a prompt that is deleted no more, at once', async () => {
    const { answer, figures, desk } = await startReports();
    await answer(['Which?', 'Which one?'], ['Acme.']);
    const { data } = (await desk.call('prompts_list')) as { data: { id: string }[] };
    await desk.call('prompts_delete', { id: data[0]!.id });
    expect(await figures()).toMatchObject({ answers: 1, prompts: 1 });
  });

  test('of one prompt have intervals from ten answers on', async () => {
    const { answer, figures } = await startReports();
    const texts = Array.from({ length: 12 }, (_, at) => (at % 3 === 0 ? `Rival, then Acme, take ${at}.` : `Acme, take ${at}.`));
    await answer(['Which?'], texts);
    const { position, shareOfVoice, visibility } = brandOf(await figures(), 'own');
    expect(position).toMatchObject({ value: 1.33, n: 12 });
    expect(position.interval!.low).toBeGreaterThan(1);
    expect(position.interval!.high).toBeLessThan(1.7);
    expect(shareOfVoice.interval).not.toBeNull();
    // Twelve answers of one prompt: 2.7055 ÷ (12 + 2.7055) below 1.
    expect(visibility.interval!.low).toBeCloseTo(1 - 2.70554 / 14.70554, 3);
  });

  test('say that a sentence in another language could not be judged', async () => {
    const { answer, figures, sentiment } = await startReports();
    await answer(['Welche?'], ['Acme ist eine sehr gute Datenbank, die viele Menschen jeden Tag gerne und mit Freude benutzen.']);
    expect(brandOf(await figures(), 'own').why).toMatchObject({ sentiment: 'language' });
    expect((await sentiment()).brands[0]).toMatchObject({ mentions: 1, sentiment: { value: null }, why: { sentiment: 'language' } });
  });

  test('are summed up in a sentence, with the lead of each competitor and what it takes for more than a direction', async () => {
    const { answer, figures, rivalId } = await startReports();
    await answer(questions(6), ['Rival.', 'Rival is known.', 'Rival, then Acme.']);
    const report = await figures();
    expect(report.summary).toBe(
      'Acme is named in 6 of 18 answers to 6 prompts (33 %, 90 % interval 18 to 53 %), Rival in 18 (more by 67 points, 90 % interval 30 to 82); of the mentions of tracked brands it has 25 %, and where it is named its mean place among them is 2.',
    );
    expect(brandOf(report, rivalId).lead).toMatchObject({ value: 0.6667 });
    expect(brandOf(report, 'own').lead).toBeUndefined();
    expect(report.hint).toContain(
      '18 answers to 6 prompts only show a direction: it takes 30 answers to 10 prompts. Visibility is known within 10 points to either side from about 20 prompts on',
    );
    expect(report.notes).toEqual([
      expect.stringContaining('no changes'),
      expect.stringContaining('no prominence'),
      expect.stringContaining('no citation share'),
      expect.stringMatching(/^namedOften is empty/),
    ]);
  });

  test('that are enough need no hint, and few prompts tell no interval of a lead', async () => {
    const { answer, figures, rivalId } = await startReports();
    await answer(questions(4), ['Rival [1].', 'Acme [1].'], { citations: [{ url: 'https://acme.example/' }] });
    expect(brandOf(await figures(), rivalId)).toMatchObject({ lead: { value: 0, interval: null }, why: { 'lead.interval': 'too_few' } });
    await answer(questions(10), ['Rival, no doubt [1].', 'Acme, no doubt [1].', 'Acme or Rival [1].'], {
      citations: [{ url: 'https://acme.example/' }],
    });
    expect(await figures()).toMatchObject({
      directional: false,
      hint: null,
      notes: [expect.stringContaining('no changes'), expect.stringMatching(/^namedOften is empty/)],
    });
  });

  test('come with names that answers list often and nobody tracks', async () => {
    const { answer, figures } = await startReports();
    const listed = (names: readonly string[]) => names.map((name) => `- **${name}** — some words.`).join('\n');
    const said = 'Teams that outgrow it move to ClickUp or Rival; look at the pricing, and at Seldom.';
    const text = `${listed(['ClickUp', 'monday.com', 'Rival', 'Acme Pro', 'Pricing', 'Best for teams', 'Easy'])}\n\n${said}`;
    await answer(['Which?', 'Which one?'], [text, `${text} Or not.`]);
    await answer(['Which other?'], [`${listed(['Seldom'])}\n\n${said}`, 'Nobody.']);
    expect((await figures()).namedOften).toEqual([
      { name: 'ClickUp', answers: 5, of: 6 },
      { name: 'monday.com', answers: 4, of: 6 },
    ]);
    expect((await figures({ engine: 'gemini' })).namedOften).toEqual([]);
  });
});
