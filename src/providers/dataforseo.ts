import type { AppError } from '../errors.ts';
import type { System } from '../system.ts';
import { list, record, text } from './json.ts';
import type { Meter } from './meter.ts';
import { askService, basicOf, failureOf, type Service, type ServiceAnswer } from './service.ts';

export interface DataForSeoAccess {
  baseUrl?: string;
  username: string;
  password: string;
}

/** What a task brought. */
export interface TaskResult {
  /** Null where DataForSEO says that there is nothing. */
  result: Record<string, unknown> | null;
  /** In USD. */
  cost: number | null;
}

export interface DataForSeo {
  /** Asks one live task, of which so many calls are billed. Rejects as `SearchProvider.search` does. */
  ask(path: string, task: Record<string, unknown>, calls: number, signal?: AbortSignal): Promise<TaskResult>;
  /** Asks for the account, which costs nothing. */
  check(signal?: AbortSignal): Promise<string>;
}

const home = 'https://api.dataforseo.com';
/** A live task may take its time. */
const deadlineMs = 120_000;
/** A thousand keywords with all that is known of them are about 5 MiB, or 13 where they are indented. */
const maxBytes = 32 * 1024 * 1024;

/** DataForSEO's API v3 (docs.dataforseo.com/v3): one task a call; nearly every answer is a 200, the outcome stands in the task's own status. */
export function createDataForSeo(system: System, { baseUrl = home, username, password }: DataForSeoAccess, meter: Meter): DataForSeo {
  const basic = basicOf(username, password);
  const service: Service = { system, name: 'DataForSEO', configured: baseUrl, secrets: [password, basic] };
  const send = (path: string, json: unknown, signal: AbortSignal | undefined) =>
    askService(service, {
      url: `${baseUrl.replace(/\/+$/, '')}/v3/${path}`,
      headers: { authorization: `Basic ${basic}` },
      ...(json !== undefined && { json }),
      deadlineMs,
      maxBytes,
      signal,
    });
  return {
    async ask(path, task, calls, signal) {
      const answer = await meter.spend(calls, () => send(path, [task], signal), costOf);
      return { result: resultIn(service, answer), cost: costOf(answer) };
    },
    async check(signal) {
      resultIn(service, await send('appendix/user_data', undefined, signal));
      return 'DataForSEO knows the account.';
    },
  };
}

/** A keyword as a task names it: DataForSEO decodes what looks encoded. */
export function escaped(keyword: string): string {
  return keyword.replaceAll('%', '%25').replaceAll('+', '%2B');
}

/** In USD: no call costs as much. What is told beyond it is no cost. */
const maxCost = 1000;

/** Tasks are what it bills: an error in which there is none, such as a gateway's page, costs nothing. */
function costOf({ status, json }: ServiceAnswer): number | null {
  const { cost, tasks } = record(json);
  if (typeof cost === 'number' && cost >= 0 && cost <= maxCost) return cost;
  return status !== 200 && list(tasks).length === 0 ? 0 : null;
}

const done = 20_000;
const noResults = 40_102;

function resultIn(service: Service, answer: ServiceAnswer): Record<string, unknown> | null {
  const whole = record(answer.json);
  const task = record(list(whole['tasks'])[0]);
  const { status_code: code, status_message: said } = Object.keys(task).length > 0 ? task : whole;
  if (answer.status === 200 && code === noResults) return null;
  if (answer.status !== 200 || code !== done) throw refusal(service, answer, code, text(said));
  return record(list(task['result'])[0]);
}

/** The status that other services would have answered with ("Errors" in its documentation). */
function refusal(service: Service, answer: ServiceAnswer, code: unknown, said: string): AppError {
  const isOfTask = answer.status === 200 && typeof code === 'number' && code !== done;
  const status = isOfTask ? statusOf(code) : answer.status;
  const hint = isOfTask || status === 401 ? hints[status] : undefined;
  return failureOf(service, { ...answer, status }, { said, ...(hint !== undefined && { hint }) });
}

const hints: Readonly<Record<number, string>> = {
  401: 'Set username and password anew: the password is that of its API, as the dashboard shows under API Access, not that of the log-in.',
  402: 'See to the balance and limits of the account at DataForSEO.',
};

const rates = new Set([40_202, 40_209]);
const temporary = new Set([40_101, 40_103]);

function statusOf(code: number): number {
  if (rates.has(code)) return 429;
  if (temporary.has(code) || code >= 50_000) return 503;
  if (code === 40_100) return 401;
  return code >= 40_200 && code < 40_300 ? 402 : 400;
}
