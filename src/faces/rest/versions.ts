import { AppError } from '../../errors.ts';
import { takesVersion, type Operation } from '../../operation.ts';
import { refuseInput } from '../invoke.ts';

/** The `ETag` of an answer: its content's version. Undefined where the operation has none, or nothing is written yet. */
export function etagOf(operation: Operation<never>, output: unknown): string | undefined {
  if (!operation.versioned || typeof output !== 'object' || output === null) return undefined;
  const { version } = output as { version?: unknown };
  return typeof version === 'number' && version > 0 ? `"${version}"` : undefined;
}

/**
 * Puts the version that `If-Match` names into the input (RFC 9110, 13.1.1); `*` asks for any. Throws `precondition_failed` for a tag that is
 * none of ours and so cannot match, `invalid_input` where the body names another version.
 */
export function withIfMatch(
  operation: Operation<never>,
  input: Record<string, unknown>,
  header: string | undefined,
): Record<string, unknown> {
  if (header === undefined || !takesVersion(operation) || header.trim() === '*') return input;
  const version = /^\s*"(\d{1,9})"\s*$/.exec(header)?.[1];
  if (version === undefined) {
    throw new AppError('precondition_failed', 'If-Match names no version of this article.', {
      hint: 'Send the ETag of the answer that you read, as it stands, such as If-Match: "3".',
    });
  }
  if (input['version'] !== undefined && input['version'] !== Number(version)) {
    throw refuseInput([{ pointer: '/version', detail: 'Is another than in If-Match; give one of the two.', code: 'contradiction' }]);
  }
  return { ...input, version: Number(version) };
}
