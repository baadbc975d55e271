import { z } from 'zod';
import { AppError } from '../../../src/errors.ts';
import { catalogueOf, defineOperation, type Group } from '../../../src/operation.ts';

const operation = defineOperation<unknown>();
const common = { method: 'POST', input: z.strictObject({}), scope: 'read' } as const;
const text = { ...common, output: z.string(), produces: 'text/plain', example: { input: {}, output: 'Done.' } } as const;

/** The tools that the suite calls, as far as an operation can be one: it answers text or an object, may refuse, and tells how far it is. */
export const suiteTools: Group<unknown>[] = catalogueOf([
  {
    name: 'test',
    description: 'What the conformance suite calls.',
    operations: [
      operation({
        ...text,
        name: 'test_simple_text',
        path: '/test/text',
        title: 'Answer text',
        description: 'Answers text.',
        handle: () => 'This is a simple text response for testing.',
      }),
      operation({
        ...text,
        name: 'test_error_handling',
        path: '/test/error',
        title: 'Refuse',
        description: 'Always refuses.',
        handle: () => {
          throw new AppError('conflict', 'This tool intentionally returns an error for testing.');
        },
      }),
      operation({
        ...text,
        name: 'test_tool_with_progress',
        path: '/test/progress',
        title: 'Tell of progress',
        description: 'Tells three times how far it is.',
        outward: true,
        handle: (_services, _input, { progress }) => {
          progress?.(0, 'begun');
          progress?.(0.5, 'half');
          progress?.(1, 'done');
          return 'Done.';
        },
      }),
      operation({
        ...common,
        name: 'test_logging_tool',
        path: '/test/logging',
        title: 'Log',
        description: 'Logs nothing to a client.',
        output: z.object({ done: z.literal(true) }),
        example: { input: {}, output: { done: true as const } },
        handle: () => ({ done: true as const }),
      }),
    ],
  },
]);
