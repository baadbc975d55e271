import type { z } from 'zod';
import { DiscoveredKeywords, KeywordDiscovery, KeywordSearch, SearchedKeywords } from '../schema/keywords.ts';
import { operation } from './operation.ts';

const required = 'integration_required';

const measured: z.input<typeof SearchedKeywords>['keywords'][number] = {
  keyword: 'how to size a connection pool',
  intent: { label: 'informational', confidence: 0.81 },
  searchVolume: null,
  cpc: null,
  competition: null,
  difficulty: null,
  position: 14,
  url: 'https://example.com/pools',
  measured: [{ figures: ['position'], source: 'serper', checkedAt: '2026-05-03T09:30:00.000Z' }],
};

const why = { searchVolume: required, cpc: required, competition: required, difficulty: required };

export const keywords = [
  operation({
    name: 'keywords_search',
    method: 'POST',
    path: '/keywords/search',
    outward: true,
    errors: ['not_found', 'project_required'],
    title: 'Look up keywords',
    description: 'Tells intent, volume, difficulty, position. Use it for given keywords; keywords_discover finds new ones.',
    input: KeywordSearch,
    output: SearchedKeywords,
    example: {
      input: { keywords: [measured.keyword] },
      output: {
        projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
        country: null,
        language: 'en',
        keywords: [measured],
        why,
        present: [],
        asked: [],
        hint: null,
      },
    },
    handle: ({ keywords }, input, caller) => keywords.search(input, caller),
  }),
  operation({
    name: 'keywords_discover',
    method: 'POST',
    path: '/keywords/discover',
    outward: true,
    errors: ['not_found', 'project_required'],
    title: 'Discover keywords',
    description:
      'Finds keywords in documents and search suggestions, uncovered first. Use it offline too. Pass plan.arguments (one a week), reworded freely, to calendar_create, with dryRun first: it names the section that carries each.',
    input: KeywordDiscovery,
    output: DiscoveredKeywords,
    example: {
      input: { questionsOnly: true, limit: 1 },
      output: {
        projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
        keywords: [
          {
            ...measured,
            question: true,
            relevance: 1,
            sources: ['documents', 'duckduckgo'],
            documents: {
              count: 1,
              passages: 3,
              best: {
                id: 'doc_01997a3c5d2e7f10a4b8c6d2e4f60718',
                title: 'Pools',
                heading: 'How to size a connection pool?',
                says: 'A pool needs as many connections as requests are in flight.',
              },
            },
          },
        ],
        why,
        found: 12,
        leftOut: 0,
        ranking: 'First what nothing of yours covers; then what your documents answer.',
        asked: [{ source: 'duckduckgo', requests: 24, kept: 0, keptSince: '2026-05-03T09:30:00.000Z', why: null }],
        merged: [{ keyword: 'how to size connection pools', into: measured.keyword }],
        mergedCount: 1,
        plan: { operation: 'calendar_create', arguments: { slots: [{ date: '2026-05-05', keyword: measured.keyword }] } },
        hint: null,
      },
    },
    handle: ({ keywords }, input, caller) => keywords.discover(input, caller),
  }),
];
