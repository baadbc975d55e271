/** What who searches wants. */
export const intentLabels = ['informational', 'commercial', 'transactional', 'navigational'] as const;

/** Completion services. */
export const suggestSources = ['duckduckgo', 'wikipedia', 'google', 'bing', 'brave'] as const;

export type IntentLabel = (typeof intentLabels)[number];
export type SuggestSource = (typeof suggestSources)[number];
