import type { z } from 'zod';
import type { Refused } from '../schema/common.ts';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** What a key may do; each includes the one before. */
export type Scope = 'read' | 'write' | 'admin';
export type Effect = 'read' | 'write' | 'destructive';

/** Who is calling, and through which face. */
export interface Caller {
  face: 'rest' | 'mcp' | 'embedded';
  scope: Scope;
  /** The API key's id; absent for a local caller, who has the rights of the person who started the process. */
  keyId?: string;
  requestId?: string;
  /** The entries of the operation's `entries` that were refused. */
  refused?: readonly Refused[];
  /** Aborted when the caller has gone. */
  signal?: AbortSignal;
  /** Tells a caller who asked for it how far the work is, 0–1, and what is being done. */
  progress?: (progress: number, step?: string) => void;
  /** Run as an action, by its id. */
  viaActions?: boolean;
  /** An agent that was given no key: what asks for a person's yes is not its to do. */
  unattended?: boolean;
  /** Folders below which it may name files, as real paths. Only a caller on this machine whose user named them. */
  files?: readonly string[];
}

/** An operation's shapes for a caller that may name files. */
interface LocalShapes {
  input: z.ZodObject;
  output: z.ZodType;
}

/** What a group's file writes: everything about one thing a client can do. */
export interface OperationLiteral<Services, Input extends z.ZodObject, Output extends z.ZodType> {
  /** `topics_create`: the MCP tool's name, the OpenAPI operationId and the name on the command line. */
  name: string;
  method: Method;
  /** Below `/api/v1`, with `{name}` for fields of the input that go into the path. */
  path: string;
  /** The HTTP status of success. Default 200. */
  status?: 200 | 201 | 202;
  title: string;
  /** What it does, when to use it, what comes next. */
  description: string;
  input: Input;
  output: Output;
  /** In place of `input` and `output` where the caller may name files. */
  local?: LocalShapes;
  /** Error codes besides those that every operation can answer. */
  errors?: readonly ErrorCode[];
  /** Default: `read` for GET, `destructive` for DELETE, else `write`. */
  effect?: Effect;
  /** Default: `read` if the effect is `read`, else `write`. */
  scope?: Scope;
  /** True if the call may reach the network. Default false. */
  outward?: boolean;
  /** True if repeating the same call changes nothing further. Default: true except for POST and PATCH. */
  idempotent?: boolean;
  /** True if the answer may hold a secret: it is then not stored for repeats with the same `Idempotency-Key`. Default: true for the scope `admin`. */
  answersSecret?: boolean;
  /** A list in the input whose entries stand each for itself: those that are not valid are left out and told to `handle` as `caller.refused`, unless none is valid. */
  entries?: string;
  /** The size of the largest JSON body that REST accepts. Default 1 MiB. */
  maxBodyBytes?: number;
  /** True if the answer's `version` is its `ETag`. If the input has a `version` too, `If-Match` sets it. Default false. */
  versioned?: boolean;
  /** Where a 201 says its new resource is, a path below `/api/v1` with `{name}` for fields of the output. Default: `{path}/{id}`. A 202 always names its job. */
  location?: string;
  /** The media type of an answer that is not JSON. */
  produces?: string;
  /** An example of the input and of the answer, for the OpenAPI document. */
  example: { input: z.input<Input>; output: z.input<Output> };
  handle(services: Services, input: z.output<Input>, caller: Caller): z.input<Output> | Promise<z.input<Output>>;
}

type Defaulted = 'status' | 'errors' | 'effect' | 'scope' | 'outward' | 'idempotent' | 'answersSecret' | 'versioned';
type AnyLiteral = OperationLiteral<never, z.ZodObject, z.ZodType>;

/** An operation with its defaults filled in, as the faces see it. */
export interface Operation<Services = never>
  extends Omit<AnyLiteral, Defaulted | 'example' | 'handle'>, Required<Pick<AnyLiteral, Defaulted>> {
  group: string;
  example: { input: unknown; output: unknown };
  handle(services: Services, input: never, caller: Caller): unknown;
}

/** A call with an `Idempotency-Key`: a repeat is not done twice. */
export interface KeyedCall {
  /** The API key's id, so that two clients may choose the same `key`. */
  owner: string;
  key: string;
  operation: Operation<never>;
  input: unknown;
  /** The operation that shows the secret again, if the answer holds one. */
  shownBy: string | undefined;
}

/**
 * Does the work of a keyed call once; a repeat gets the first answer.
 * Throws `idempotency_key_reused` for another input, `idempotency_key_in_use` while the first call is under way, `idempotency_answer_not_kept` for an answer with a secret.
 */
export type Once = (call: KeyedCall, work: () => Promise<unknown>) => Promise<{ answer: unknown; replayed: boolean }>;

/** The tools of one endpoint group, in the contract's order. */
export interface Group<Services> {
  name: string;
  /** One sentence for the OpenAPI tag. */
  description: string;
  operations: readonly Operation<Services>[];
}

/** Fills in the defaults. In two steps, so that the types of input and output are inferred: `const operation = defineOperation<Services>()`, then `operation({ … })`. */
export function defineOperation<Services>() {
  return <Input extends z.ZodObject, Output extends z.ZodType>(literal: OperationLiteral<Services, Input, Output>): Operation<Services> => {
    const effect = literal.effect ?? (literal.method === 'GET' ? 'read' : literal.method === 'DELETE' ? 'destructive' : 'write');
    const status = literal.status ?? 200;
    const scope = literal.scope ?? (effect === 'read' ? 'read' : 'write');
    return {
      ...literal,
      group: '',
      status,
      errors: literal.errors ?? [],
      effect,
      scope,
      outward: literal.outward ?? false,
      idempotent: literal.idempotent ?? (literal.method !== 'POST' && literal.method !== 'PATCH'),
      answersSecret: literal.answersSecret ?? scope === 'admin',
      versioned: literal.versioned ?? false,
      location: locationOf(literal, status),
      handle: literal.handle as Operation<Services>['handle'],
    };
  };
}

/** `Location` means one thing: the new resource of a 201, the job of a 202. A 202 without a job has none; its answer says what to follow. */
function locationOf(
  { location, path, output }: { location?: string; path: string; output: z.ZodType },
  status: number,
): string | undefined {
  if (status === 201) return location ?? `${path}/{id}`;
  return status === 202 && 'shape' in output && 'jobId' in (output.shape as object) ? '/jobs/{jobId}' : undefined;
}

/** Gives every operation the name of its group. */
export function catalogueOf<Services>(groups: readonly Group<Services>[]): Group<Services>[] {
  return groups.map((group) => ({ ...group, operations: group.operations.map((one) => ({ ...one, group: group.name })) }));
}

/** Whether a call may take its time: it reaches the network, or waits for as long as it is told. */
export function mayLast({ outward, input }: Pick<Operation<never>, 'outward' | 'input'>): boolean {
  return outward || 'waitSeconds' in input.shape;
}

/** The names in `{…}` of a path, in order. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
}

/** Fills `{name}` with the fields of `values`, escaped for a path. */
export function fillPath(path: string, values: Record<string, unknown>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** Whether the operation accepts `If-Match`. */
export function takesVersion({ input, versioned }: Pick<Operation<never>, 'input' | 'versioned'>): boolean {
  return versioned && 'version' in input.shape;
}

const ranks: Record<Scope, number> = { read: 0, write: 1, admin: 2 };

export function includesScope(held: Scope, needed: Scope): boolean {
  return ranks[held] >= ranks[needed];
}

/** The four MCP tool hints, always all four. */
export function hintsOf(operation: Operation<never>) {
  return {
    readOnlyHint: operation.effect === 'read',
    destructiveHint: operation.effect === 'destructive',
    idempotentHint: operation.effect === 'read' || operation.idempotent,
    openWorldHint: operation.outward,
  };
}
