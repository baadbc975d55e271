/**
 * The pillar keyword is among a topic's keywords. Plans that were made before tell nothing of what documents say on a page: another research makes
 * them anew.
 */
export const pillarsAreKeywords = `
insert into topic_keywords (id, topic_id, keyword, said, source, created_at)
  select 'kw_' || lower(hex(randomblob(16))), id, pillar_keyword, lower(pillar_keyword), 'given', created_at from topics where true
  on conflict (topic_id, said) do nothing;
delete from topic_plans;
`;
