import { AppError } from '../../errors.ts';
import { takesVersion, type Operation } from '../../operation.ts';
import { tagOf } from '../http/tags.ts';
import { refuseInput } from '../invoke.ts';

/** The `ETag` of an answer: its content's version, if it has one, and a hash of `body`. Undefined where nothing could be compared with it. */
export function etagOf(operation: Operation<never>, output: unknown, body: string): string | undefined {
  if (operation.versioned) return tagOf(body, `${(output as { version: number }).version}-`);
  return comparesTag(operation) ? tagOf(body) : undefined;
}

/** Whether the operation answers 304 to who has its answer already. One with a secret is always given anew. */
export function comparesTag({ method, answersSecret }: Operation<never>): boolean {
  return method === 'GET' && !answersSecret;
}

/** An entity tag (RFC 9110, 8.8.3), and what may follow it in a list. */
const entityTag = /[ \t]*(W\/)?"([\x21\x23-\x7e\x80-\xff]*)"[ \t]*(?:,|$)/y;

/**
 * Puts the version that `If-Match` names, the part of a tag before its hash, into the input (RFC 9110, 13.1.1); `*` accepts any. Tags in a list that are not ours cannot match
 * and are ignored. Throws `precondition_failed` if no tag is left. Throws `invalid_input` if several are left, if the body names another
 * version, and if the operation takes no version, since its caller would wrongly feel safe.
 */
export function withIfMatch(
  operation: Operation<never>,
  input: Record<string, unknown>,
  header: string | undefined,
): Record<string, unknown> {
  if (header === undefined || header.trim() === '*') return input;
  if (!takesVersion(operation)) {
    throw new AppError('invalid_input', `${operation.name} takes no version, so it cannot keep to If-Match.`, {
      hint: 'Leave the header out; to be sure of the version read it first.',
    });
  }
  const [version, ...others] = versionsIn(header);
  if (version === undefined) {
    throw new AppError('precondition_failed', 'If-Match names no version of this article.', {
      hint: 'Send the ETag of the answer that you read, as it stands, such as If-Match: "3".',
    });
  }
  if (others.length > 0) {
    throw new AppError('invalid_input', 'If-Match names several versions; a change is made on one.', {
      hint: `Send one ETag alone: that of the answer that you read, such as If-Match: "${version}".`,
    });
  }
  if (input['version'] !== undefined && input['version'] !== version) {
    throw refuseInput([{ pointer: '/version', detail: 'Is another than in If-Match; give one of the two.', code: 'contradiction' }]);
  }
  return { ...input, version };
}

/** The versions in a list of entity tags, each once. Weak tags never match; a malformed list has none. */
function versionsIn(header: string): number[] {
  const versions = new Set<number>();
  for (entityTag.lastIndex = 0; entityTag.lastIndex < header.length;) {
    const found = entityTag.exec(header);
    if (!found) return [];
    const [, weak, tag] = found;
    const version = /^([1-9]\d{0,8})(?:-[\w-]+)?$/.exec(tag!)?.[1];
    if (weak === undefined && version !== undefined) versions.add(Number(version));
  }
  return [...versions];
}
