import { expect, test } from 'vitest';
import { startFront } from './conformance/front.ts';
import { runSuite } from './conformance/suite.ts';

type Reasons = Record<string, string[]>;

/** The suite is made for servers of examples. These checks ask for what a desk does not have; it says so, and that fails them. */
const ofBothRevisions: Reasons = {
  'a tool of the suite': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-error',
    'tools-call-with-progress',
    'json-schema-2020-12-tool-found',
  ],
  'prompts of the suite': [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
  ],
  'resources of the suite': ['resources-list', 'resources-read-text', 'resources-read-binary', 'resources-templates-read'],
  'completion, for prompts and resources': ['completion-complete'],
};

const ofRevision: Record<string, Reasons> = {
  '2026-07-28': {
    'how prompts and resources are cached': [
      'sep-2549-prompts-list-caching-hints',
      'sep-2549-resources-list-caching-hints',
      'sep-2549-resources-templates-list-caching-hints',
    ],
    'a tool of the suite that asks the client': [
      'sep-2322-elicitation-incomplete',
      'sep-2322-list-roots-incomplete',
      'sep-2322-sampling-incomplete',
      'sep-2322-respect-client-capabilities',
      'sep-2322-multi-round-r1',
      'sep-2322-multiple-inputs-incomplete',
      'sep-2322-request-state-incomplete',
      'sep-2322-result-type-included',
      'sep-2322-reject-tampered-state',
      'sep-2575-server-rejects-undeclared-capability',
      'sep-2575-missing-capability-http-400',
      'sep-2575-http-server-no-independent-requests-on-stream',
    ],
    'a prompt of the suite that asks the client': ['sep-2322-non-tool-incomplete'],
    'a tool of the suite that logs to the client': ['sep-2575-server-no-log-without-loglevel'],
    'a tool with arguments in headers': [
      'sep-2243-server-no-xmcp-tool',
      'sep-2243-server-decode-base64',
      'sep-2243-server-validate-param-match',
      'sep-2243-server-reject-invalid-param-chars',
      'sep-2243-server-reject-param-mismatch',
    ],
  },
  '2025-11-25': {
    'a tool of the suite that asks the client': [
      'tools-call-sampling',
      'tools-call-elicitation',
      'elicitation-sep1034-general',
      'elicitation-sep1330-general',
    ],
    'resources that change': ['resources-subscribe', 'resources-unsubscribe'],
    'logging to the client': ['logging-set-level', 'tools-call-with-logging'],
  },
};

/** An extension that the desk does not offer. */
const ofTasks = /^(tasks-|sep-2663-)/;

test.each([
  { revision: '2026-07-28', passing: 99 },
  { revision: '2025-11-25', passing: 38 },
])(
  'the conformance suite of $revision fails only for want of what a desk does not have, and sees no difference without direct answers',
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
