/** Mails are erased by their age. What searches found no longer holds addresses, which would outlive the contacts. Integrations know since when they fail. */
export const whomAMailGoesTo = `
-- Since when it fails without having been well or set anew in between.
alter table integrations add column failing_since integer;

create index link_drafts_by_age on link_drafts (created_at, id);

update jobs set result = json_remove(result, ${Array.from({ length: 10 }, (_, at) => `'$.prospects.best[${at}].contact'`).join(', ')})
where kind = 'link_prospects.discover' and result is not null;
`;
