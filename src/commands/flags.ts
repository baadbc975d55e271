import { copydesk } from '../config.ts';
import { AppError, type ErrorCode, type FieldError } from '../errors.ts';
import { fieldSentence, mendFields } from '../faces/invoke.ts';
import { UsageError } from './terminal.ts';

/** The `copydesk write` flags for fields of `articles_create`. */
const flags: Readonly<Record<string, string>> = {
  keyword: '<keyword>',
  title: '--title',
  articleType: '--type',
  language: '--language',
  tone: '--tone',
  targetWordCount: '--words',
  outline: '--outline',
  instructions: '--instructions',
  writer: '--writer',
  projectId: '--project',
  webhookUrl: '--webhook-url',
};

/** What helps `copydesk write`, by code. */
const hintsToWrite: Partial<Record<ErrorCode, string>> = {
  project_required: 'Name one with --project <id>.',
  insufficient_sources: 'Add documents on the subject with --source <path-or-url>, or ask for fewer words with --words.',
  integration_required: `Configure a model with: ${copydesk} call integrations_set. Or write without one: --writer extractive, or --writer agent.`,
};

/**
 * Rewrites an operation's error for a command: flags for fields, commands for operations, `hints` by code.
 * If all invalid input came from flags, the command line is wrong. `operations` are the names that `copydesk call` knows.
 */
export function inFlags(thrown: unknown, operations: readonly string[] = [], hints = hintsToWrite): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  const { code, errors = [], cause } = thrown;
  const hint = hints[code] ?? (thrown.hint === undefined || thrown.hint === mendFields ? undefined : asCommands(thrown.hint, operations));
  const sentences = errors.map(sentenceOf).filter((sentence) => sentence !== undefined);
  const allFlags = errors.length > 0 && sentences.length === errors.length;
  const message = allFlags ? sentences.join(' ') : asCommands(thrown.message, operations);
  if (allFlags && code === 'invalid_input') return new UsageError(message, hint, errors);
  return new AppError(code, message, { hint, errors: thrown.errors, cause });
}

function sentenceOf({ pointer, detail }: FieldError): string | undefined {
  const flag = flags[pointer.split('/')[1] ?? ''];
  return flag === undefined ? undefined : fieldSentence(flag, detail);
}

/** `knowledge_list` → `copydesk call knowledge_list`. */
function asCommands(text: string, operations: readonly string[]): string {
  return text.replace(/\b[a-z]+(?:_[a-z]+)+\b/g, (word) => (operations.includes(word) ? `${copydesk} call ${word}` : word));
}
