/** An import whose words do not say which days it compares with. What was imported before this was kept is taken for one. */
export const whatWasAssumed = `
alter table search_imports add column previous_assumed integer not null default 0;
update search_imports set previous_assumed = 1 where previous_first is not null;
`;
