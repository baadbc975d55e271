import type { AiAnswerCitationRow } from '../../../db/rows/visibility.ts';

/** The answers of one engine and surface to a prompt in a span of time, both ends included. */
export interface Place {
  prompt: string;
  engine: string;
  surface: string;
  since: number;
  until: number;
}

/** Where an answer stands among those to a prompt. */
export type PlaceInPrompt = Pick<AiAnswerCitationRow, 'asked_at' | 'answer_id'>;

/** Answers to a prompt: those after a place, up to another, which is included. */
export interface AnswerSpan {
  prompt: string;
  after: PlaceInPrompt;
  until: PlaceInPrompt;
}

/** Whose citations or brands are wanted. */
export interface SpansOfAnswers {
  projectId: string;
  engines: readonly string[];
  surfaces: readonly string[];
  spans: readonly AnswerSpan[];
}

/** What was read in answers, in the order of the answers to each prompt. */
export type ReadingTable = 'ai_answer_citations' | 'ai_answer_brands';
