import { setImmediate } from 'node:timers/promises';
import { pino, type Logger } from 'pino';
import { z } from 'zod';
import { AppError } from '../../src/errors.ts';
import { createInvoke } from '../../src/faces/invoke.ts';
import type { McpFace } from '../../src/faces/mcp/face.ts';
import { catalogueOf, defineOperation, type Group } from '../../src/operation.ts';

/** A promise somebody else resolves. */
interface Flag {
  raised: Promise<void>;
  raise(): void;
}

export interface ToyServices {
  started: Flag;
  stopped: Flag;
  released: Flag;
}

export const toySecret = 'hunter2-behind-the-handler';

const operation = defineOperation<ToyServices>();
const nothing = z.strictObject({});
const done = z.object({ done: z.literal(true).describe('Always true.') });
const plain = { example: { input: {}, output: { done: true as const } } };

export const toyGroups: Group<ToyServices>[] = catalogueOf([
  {
    name: 'greetings',
    description: 'Greetings.',
    operations: [
      operation({
        name: 'greetings_get',
        method: 'GET',
        path: '/greetings/{name}',
        title: 'Greet somebody',
        description: 'Answers a greeting.',
        input: z.strictObject({
          name: z.string().min(1).describe('Whom to greet.'),
          times: z.number().int().min(1).max(3).optional().describe('How often, 1–3.'),
        }),
        output: z.object({ greeting: z.string().describe('The greeting.'), times: z.number().int().describe('How often.') }),
        example: { input: { name: 'Ada' }, output: { greeting: 'Hello, Ada!', times: 1 } },
        handle: (_, { name, times }) => ({ greeting: `Hello, ${name}!`, times: times ?? 1 }),
      }),
      operation({
        name: 'greetings_delete',
        method: 'DELETE',
        path: '/greetings',
        title: 'Delete all greetings',
        description: 'Always refused.',
        input: nothing,
        output: done,
        ...plain,
        handle: () => {
          throw new AppError('conflict', 'A greeting is under way.', { hint: 'Wait for it to end.' });
        },
      }),
      operation({
        name: 'greetings_export',
        method: 'GET',
        path: '/greetings.csv',
        title: 'Export the greetings',
        description: 'Answers CSV.',
        input: nothing,
        output: z.string(),
        produces: 'text/csv',
        example: { input: {}, output: 'greeting\n' },
        handle: () => 'greeting\nHello\n',
      }),
    ],
  },
  {
    name: 'faults',
    description: 'What goes wrong.',
    operations: [
      operation({
        name: 'faults_throw',
        method: 'POST',
        path: '/faults',
        title: 'Throw',
        description: 'Throws a foreign error that holds a secret.',
        input: nothing,
        output: done,
        ...plain,
        handle: () => {
          throw new Error(`password is ${toySecret}`);
        },
      }),
      operation({
        name: 'faults_break_promise',
        method: 'POST',
        path: '/faults/output',
        title: 'Break a promise',
        description: 'Answers something else than its output shape.',
        input: nothing,
        output: done,
        ...plain,
        handle: () => ({ done: toySecret }) as never,
      }),
    ],
  },
  {
    name: 'waits',
    description: 'Calls that last.',
    operations: [
      operation({
        name: 'waits_create',
        method: 'POST',
        path: '/waits',
        title: 'Wait',
        description: 'Waits until the caller has gone.',
        input: nothing,
        output: done,
        ...plain,
        handle: ({ started, stopped }, _, { signal }) =>
          new Promise<never>((_resolve, reject) => {
            signal!.addEventListener('abort', () => void stopLater(stopped, reject));
            started.raise();
          }),
      }),
      operation({
        name: 'waits_started',
        method: 'GET',
        path: '/waits/started',
        title: 'Whether a wait has begun',
        description: 'Answers once a wait has begun.',
        input: nothing,
        output: done,
        ...plain,
        handle: ({ started }) => started.raised.then(() => ({ done: true as const })),
      }),
      operation({
        name: 'waits_stopped',
        method: 'GET',
        path: '/waits/stopped',
        title: 'Whether a wait has stopped',
        description: 'Answers once a wait has stopped.',
        input: nothing,
        output: done,
        ...plain,
        handle: ({ stopped }) => stopped.raised.then(() => ({ done: true as const })),
      }),
      operation({
        name: 'waits_hold',
        method: 'POST',
        path: '/waits/hold',
        title: 'Wait for the test',
        description: 'Answers once the test lets it.',
        input: nothing,
        output: done,
        ...plain,
        handle: ({ started, released }) => {
          started.raise();
          return released.raised.then(() => ({ done: true as const }));
        },
      }),
    ],
  },
  {
    name: 'works',
    description: 'Calls that tell how far they are.',
    operations: [
      operation({
        name: 'works_get',
        method: 'GET',
        path: '/works',
        title: 'Work',
        description: 'Tells of its steps, one of them twice.',
        input: nothing,
        output: done,
        ...plain,
        handle: async ({ released }, _input, { progress }) => {
          progress?.(0, 'research');
          progress?.(0, 'brief');
          progress?.(0.5, 'draft');
          await released.raised;
          return { done: true as const };
        },
      }),
      operation({
        name: 'works_end',
        method: 'POST',
        path: '/works/end',
        title: 'End the work',
        description: 'Lets works_get answer.',
        input: nothing,
        output: done,
        outward: true,
        ...plain,
        handle: ({ released }) => {
          released.raise();
          return { done: true as const };
        },
      }),
    ],
  },
  {
    name: 'pauses',
    description: 'What can be told to wait.',
    operations: [
      operation({
        name: 'pauses_get',
        method: 'GET',
        path: '/pauses',
        title: 'Pause',
        description: 'Answers at once, however long it is told to wait.',
        input: z.strictObject({ waitSeconds: z.number().optional().describe('How long to wait.') }),
        output: done,
        ...plain,
        handle: () => ({ done: true as const }),
      }),
    ],
  },
  {
    name: 'callers',
    description: 'Who calls.',
    operations: [
      operation({
        name: 'callers_get',
        method: 'GET',
        path: '/caller',
        title: 'Who calls',
        description: 'Answers what the handler knows of its caller.',
        input: nothing,
        output: z.object({ face: z.string(), scope: z.string(), keyId: z.string().nullable(), requestId: z.string().nullable() }),
        example: { input: {}, output: { face: 'mcp', scope: 'read', keyId: null, requestId: null } },
        handle: (_services, _input, { face, scope, keyId, requestId }) => ({
          face,
          scope,
          keyId: keyId ?? null,
          requestId: requestId ?? null,
        }),
      }),
    ],
  },
]);

/** A handler that tidies up after its caller has gone, and takes a moment for it. */
async function stopLater(stopped: Flag, reject: (reason: Error) => void): Promise<void> {
  await setImmediate();
  stopped.raise();
  reject(new Error('stopped'));
}

function flag(): Flag {
  let raise = () => {};
  const raised = new Promise<void>((resolve) => (raise = resolve));
  return { raised, raise };
}

export interface Toy {
  face: McpFace<ToyServices> & { groups: typeof toyGroups };
  services: ToyServices;
  /** What was logged, a JSON text a line. */
  logged: string[];
}

export function createToy(): Toy {
  const logged: string[] = [];
  const log: Logger = pino({ level: 'trace', base: undefined }, { write: (line: string) => void logged.push(line) });
  const services = { started: flag(), stopped: flag(), released: flag() };
  return {
    services,
    logged,
    face: { groups: toyGroups, invoke: createInvoke(services), log, version: '1.2.3', instructions: 'Begin with greetings_get.' },
  };
}
