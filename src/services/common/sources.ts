import { AppError } from '../../errors.ts';

/** For a document that `sources` names and the project has not. */
export function unknownDocument(missing: string, index: number): AppError {
  const detail = `There is no knowledge document ${missing} in this project.`;
  return new AppError('invalid_input', `sources: ${detail}`, {
    hint: 'See knowledge_list.',
    errors: [{ pointer: `/sources/${index}`, detail, code: 'unknown_document' }],
  });
}
