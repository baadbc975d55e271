import { expect, test } from 'vitest';
import { startFront } from './conformance/front.ts';
import { runSuite } from './conformance/suite.ts';

type Reasons = Record<string, string[]>;

/** What a desk does not have and the suite asks for. The desk says that it lacks it, which fails these checks. */
const ofBothRevisions: Reasons = {
  'pictures, sounds and resources in an answer': [
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
  ],
  'a tool whose schema is written for the suite': ['json-schema-2020-12-tool-found'],
  prompts: ['prompts-list', 'prompts-get-simple', 'prompts-get-with-args', 'prompts-get-embedded-resource', 'prompts-get-with-image'],
  resources: ['resources-list', 'resources-read-text', 'resources-read-binary', 'resources-templates-read'],
  'completion, for prompts and resources': ['completion-complete'],
};

const ofRevision: Record<string, Reasons> = {
  '2026-07-28': {
    'prompts and resources that may be cached': [
      'sep-2549-prompts-list-caching-hints',
      'sep-2549-resources-list-caching-hints',
      'sep-2549-resources-templates-list-caching-hints',
    ],
    'calls that ask the client something': [
      'sep-2322-elicitation-incomplete',
      'sep-2322-list-roots-incomplete',
      'sep-2322-sampling-incomplete',
      'sep-2322-respect-client-capabilities',
      'sep-2322-multi-round-r1',
      'sep-2322-multiple-inputs-incomplete',
      'sep-2322-request-state-incomplete',
      'sep-2322-result-type-included',
      'sep-2322-reject-tampered-state',
      'sep-2322-non-tool-incomplete',
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
    ],
    'arguments that are sent as headers too': [
      'sep-2243-server-no-xmcp-tool',
      'sep-2243-server-decode-base64',
      'sep-2243-server-validate-param-match',
      'sep-2243-server-reject-invalid-param-chars',
      'sep-2243-server-reject-param-mismatch',
    ],
  },
  '2025-11-25': {
    'calls that ask the client something': [
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-general',
      'elicitation-sep1330-general',
    ],
    'resources whose changes are told': ['resources-subscribe', 'resources-unsubscribe'],
    'a log that the client reads': ['logging-set-level', 'tools-call-with-logging'],
  },
};

/** An extension that the desk does not offer. */
const ofTasks = /^(tasks-|sep-2663-)/;

test.each([
  { revision: '2026-07-28', passing: 103 },
  { revision: '2025-11-25', passing: 41 },
])(
  'the suite of $revision misses only what a desk does not have, whether calls are answered directly or by the SDK',
  async ({ revision, passing }) => {
    const desk = await startFront({ sdkAlone: false });
    const checks = await runSuite(desk.url, revision);
    const failing = checks.filter(({ id, status }) => status === 'FAILURE' && !ofTasks.test(id)).map(({ id }) => id);
    const beyond = [ofBothRevisions, ofRevision[revision]!].flatMap((reasons) => Object.values(reasons).flat());
    expect(failing.toSorted()).toEqual(beyond.toSorted());
    expect(checks.filter(({ status }) => status === 'SUCCESS')).toHaveLength(passing);
    expect(desk.direct).toBeGreaterThan(0);

    const sdk = await startFront({ sdkAlone: true });
    expect(await runSuite(sdk.url, revision)).toEqual(checks);
    expect(sdk.direct).toBe(0);
  },
);
