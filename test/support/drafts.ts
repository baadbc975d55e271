import type { ArticleBrief } from '../../schema/drafts.ts';
import { addManual } from './documents.ts';
import type { TestApp } from './test-app.ts';

/** An article that waits for a draft. */
export async function waitingForDraft(app: TestApp, input: object = {}): Promise<{ id: string; jobId: string; brief: ArticleBrief }> {
  await addManual(app.desk);
  const made = { keyword: 'connection pool', targetWordCount: 250, writer: 'agent', ...input };
  const { id, jobId } = (await app.desk.call('articles_create', made)) as { id: string; jobId: string };
  await app.desk.runDue();
  return { id, jobId, brief: (await app.desk.call('articles_brief', { id })) as ArticleBrief };
}

/** What a careful agent would write: each section in the words of its passages, each sentence cited. */
export function draftFrom({ outline, passages }: ArticleBrief): { title: string; markdown: string } {
  const cited = (number: number) => {
    const { text } = passages.find((passage) => passage.number === number)!;
    return text.replace(/([.!?])(\s|$)/g, ` [${number}]$1$2`);
  };
  const sections = outline.map(({ heading, passages: numbers }) => `## ${heading}\n\n${numbers.map(cited).join('\n\n')}`);
  return { title: 'Connection Pool: A Guide', markdown: [cited(1), ...sections].join('\n\n') };
}
