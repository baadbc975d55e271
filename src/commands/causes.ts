import { AppError, StoreFault, toAppError } from '../errors.ts';

/** A failed system call, as Node reports it. */
interface SystemFault {
  code: string;
  syscall?: string;
  path?: string;
  address?: string;
  port?: number;
  hostname?: string;
}

interface Told {
  detail: string;
  hint: string;
}

const otherHost = 'Give --host an address of this machine, such as 127.0.0.1.';
const otherPath = 'Mend that, or give another path.';

const listening: Readonly<Record<string, (fault: SystemFault) => Told>> = {
  EADDRINUSE: ({ address, port }) => ({
    detail: `Port ${port} on ${address} is in use, by another desk perhaps.`,
    hint: 'Stop that one, or choose another port with --port; 0 takes a free one.',
  }),
  EADDRNOTAVAIL: ({ address }) => ({ detail: `${address} is no address of this machine.`, hint: otherHost }),
  EACCES: ({ port }) => ({ detail: `This user may not listen on port ${port}.`, hint: 'Choose one above 1023 with --port.' }),
};

const paths: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'cannot be reached: a part of it is a file, not a folder',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  EROFS: 'is on a disk that can only be read',
  ENOSPC: 'is on a disk without room',
  ENAMETOOLONG: 'is too long a name',
};

/** Faults that last until someone fixes them: a wrong path, as opposed to a full disk. */
const lasting = new Set(['EEXIST', 'EISDIR', 'ENOTDIR', 'ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENAMETOOLONG']);
const lastingFaults = new Set(['unavailable', 'corrupt']);

/** Explains common mistakes and what to do. The operator, on their own terminal, also sees the cause of an internal error, which clients never do. */
export function explain(thrown: unknown): AppError {
  const error = toAppError(thrown);
  if (error === thrown && error.code === 'unavailable') return asConfigured(error);
  if (error.code !== 'internal') return error;
  const cause = error.cause ?? thrown;
  const told = isSystemFault(cause) ? tell(cause) : undefined;
  if (told) return asConfigured(new AppError('unavailable', told.detail, { hint: told.hint, cause }));
  const message = cause instanceof Error ? cause.message : String(cause);
  return new AppError('internal', `An unexpected fault occurred: ${message}`, { hint: 'See more with --log-level debug.', cause });
}

/** An unusable home or other path is a configuration error, like any wrong setting: the same call will not succeed later. */
function asConfigured(error: AppError): AppError {
  const { message, hint, cause } = error;
  const atPath = isSystemFault(cause) && cause.syscall !== 'listen' && cause.syscall !== 'bind';
  const lasts = cause instanceof StoreFault ? lastingFaults.has(cause.fault) : atPath && lasting.has(cause.code);
  return lasts ? new AppError('invalid_input', message, { hint, cause }) : error;
}

function isSystemFault(cause: unknown): cause is Error & SystemFault {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string';
}

function tell(fault: SystemFault): Told | undefined {
  if (fault.syscall === 'getaddrinfo') return { detail: `There is no host named ${fault.hostname}.`, hint: otherHost };
  if (fault.syscall === 'listen' || fault.syscall === 'bind') return listening[fault.code]?.(fault);
  const words = paths[fault.code];
  return words === undefined ? undefined : { detail: `${fault.path ?? 'What was named'} ${words}.`, hint: otherPath };
}
