/** Answers of DataForSEO Labs, in the shape of its documentation. */

export function answer(items: unknown[] | null, total?: number) {
  const result = { se_type: 'google', ...(total !== undefined && { total_count: total }), items_count: items?.length ?? 0, items };
  const task = { status_code: 20000, status_message: 'Ok.', cost: 0.0103, result_count: 1, result: [result] };
  return { body: { status_code: 20000, status_message: 'Ok.', cost: 0.0103, tasks_count: 1, tasks_error: 0, tasks: [task] } };
}

export function item(keyword: string, info: Record<string, unknown> = {}) {
  return {
    se_type: 'google',
    keyword,
    location_code: 2276,
    language_code: 'de',
    keyword_info: {
      se_type: 'google',
      last_updated_time: '2024-08-09 15:36:13 +00:00',
      competition: 0.02,
      competition_level: 'LOW',
      cpc: 1.25,
      search_volume: 90,
      monthly_searches: [
        { year: 2024, month: 6, search_volume: 0 },
        { year: 2024, month: 7, search_volume: 50 },
        { year: 2023, month: 12, search_volume: 10 },
      ],
      ...info,
    },
    keyword_properties: {
      se_type: 'google',
      core_keyword: null,
      keyword_difficulty: 39,
      detected_language: 'de',
      is_another_language: false,
    },
    serp_info: { se_type: 'google', serp_item_types: ['organic', 'people_also_ask', 'video'], se_results_count: '812' },
    search_intent_info: { se_type: 'google', main_intent: 'commercial', foreign_intent: ['informational'] },
  };
}

/** A keyword and where the domain ranks for it. */
export function place(keyword: string, rank: number, serpItem: Record<string, unknown> = {}, search_volume = 90) {
  const found = {
    type: 'organic',
    rank_group: rank,
    rank_absolute: rank + 2,
    domain: 'a.example',
    url: 'https://a.example/brot',
    title: 'Brot',
  };
  return {
    se_type: 'google',
    keyword_data: item(keyword, { search_volume }),
    ranked_serp_element: { se_type: 'google', serp_item: { ...found, ...serpItem } },
  };
}
