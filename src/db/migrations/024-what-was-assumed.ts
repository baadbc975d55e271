/** An import whose words do not say which days it compares with: what was imported before this was kept is taken for one. What was brought of late. */
export const whatWasAssumed = `
alter table search_imports add column previous_assumed integer not null default 0;
update search_imports set previous_assumed = 1 where previous_first is not null;
create index search_imports_by_time on search_imports (imported_at);
create index search_syncs_whole on search_syncs (finished_at) where error is null;
`;
