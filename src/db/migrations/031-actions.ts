/** What became of actions, and what finds documents that nobody has read for long. */
export const actions = `
create table action_marks (
  action_id text primary key,
  project_id text not null references projects on delete cascade,
  mark text not null,
  -- A fingerprint of what the action rested on.
  cause text not null,
  operation text,
  until integer,
  marked_at integer not null
) strict, without rowid;
create index action_marks_by_project on action_marks (project_id);
create index action_marks_by_time on action_marks (marked_at);
create index documents_by_check on documents (project_id, checked_at) where address is not null and parent_id is null;
`;
