export const webhooksPeopleTrust = `
-- A lane is what shares a limited outside, such as a receiver: it takes its turn among the others.
create table lanes (
  kind text not null,
  lane text not null,
  -- Since when it waits for its turn (in the future: when it next will); null where nothing is left to do.
  waits_since integer,
  -- Pieces it was given so far: of those that wait equally long the one that had least goes first.
  served integer not null default 0,
  -- Failures in a row, and whether they are so many that it is given one place at a time.
  failures integer not null default 0,
  failing integer not null default 0,
  -- When a piece of it last ended.
  settled_at integer,
  -- Pieces of work it has, under a lease or not.
  pending integer not null default 0,
  primary key (kind, lane)
) strict, without rowid;
create index lanes_in_line on lanes (kind, failing, waits_since, served) where waits_since is not null;

alter table work rename to work_before;
drop index work_claimable;
drop index work_in_line;
drop index work_leased;
create table work (
  id integer primary key,
  kind text not null,
  key text not null unique,
  payload text not null,
  lane text not null,
  due_at integer not null,
  -- 1 for work that was tried before: it goes after what was not.
  late integer not null default 0,
  lease_until integer,
  token text,
  claims integer not null default 0,
  -- A lease that has run out makes the work due again: both are one instant.
  claimable_at integer not null generated always as (coalesce(lease_until, due_at)) virtual
) strict;
create index work_in_line on work (kind, lane, late, claimable_at);
create index work_leased on work (kind, lane, lease_until) where lease_until is not null;
create trigger work_added after insert on work begin
  insert into lanes (kind, lane, waits_since, pending) values (new.kind, new.lane, new.due_at, 1)
    on conflict do update set pending = pending + 1, waits_since = min(coalesce(waits_since, excluded.waits_since), excluded.waits_since);
end;
create trigger work_gone after delete on work begin
  update lanes set pending = pending - 1 where kind = old.kind and lane = old.lane;
end;
insert into work (id, kind, key, payload, lane, due_at, late, lease_until, token, claims)
  select id, kind, key, payload, coalesce(lane, ''), due_at, exists (select 1 from deliveries where id = key and attempt_count > 0), lease_until, token, claims
    from work_before;
drop table work_before;

-- Where finished articles are sent. An endpoint keeps its token for the sends that were made for it, also after another took its place.
create table publishing_endpoints (
  id text primary key,
  project_id text not null references projects on delete cascade,
  url text not null,
  method text not null,
  token text not null,
  hold_on_quality_gate integer not null,
  created_at integer not null,
  updated_at integer not null,
  retired_at integer,
  -- When the webhook was deleted: its token is gone, and nothing is sent to it any more.
  deleted_at integer
) strict;
create unique index publishing_endpoints_current on publishing_endpoints (project_id) where retired_at is null;
create index publishing_endpoints_by_project on publishing_endpoints (project_id);

-- 1 where quality flags kept it from the publishing endpoint, until it is published.
alter table articles add column publish_held integer not null default 0;
create index articles_held on articles (project_id) where publish_held = 1;

alter table deliveries add column method text not null default 'POST';
alter table deliveries add column test integer not null default 0;
alter table deliveries add column article_id text;
alter table deliveries add column endpoint_id text references publishing_endpoints on delete set null;
-- Over all replays; the last attempt's number.
alter table deliveries add column attempts_made integer not null default 0;
alter table deliveries add column acknowledged_at integer;
-- When it ended, for retention.
alter table deliveries add column settled_at integer generated always as (case status when 'delivered' then delivered_at when 'failed' then coalesce(last_attempt_at, acknowledged_at) end) virtual;
update deliveries set attempts_made = coalesce((select max(number) from attempts where delivery_id = deliveries.id), 0);
drop index deliveries_by_status;
alter table deliveries drop column response;
-- Apart, since every attempt writes the whole row of its delivery anew.
create table delivery_bodies (
  delivery_id text primary key references deliveries on delete cascade,
  body text not null
) strict, without rowid;
insert into delivery_bodies select id, body from deliveries;
alter table deliveries drop column body;
create index deliveries_by_type on deliveries (event_type, status, flagged, created_at, id);
create index deliveries_by_url on deliveries (url, event_type, status, flagged, created_at, id);
create index deliveries_by_article on deliveries (article_id) where article_id is not null;
create index deliveries_by_endpoint on deliveries (endpoint_id) where endpoint_id is not null;
create index sends_that_wait on deliveries (endpoint_id) where endpoint_id is not null and status = 'pending';
create index deliveries_settled on deliveries (status, flagged, settled_at) where status <> 'pending';

-- The headers that were sent, as JSON, without secrets; null for attempts made before they were kept.
alter table attempts add column request_headers text;

drop index events_by_project;
create index events_by_project on events (project_id, created_at, id);
create index events_by_type on events (project_id, type, created_at, id);

-- Where a job with many parts goes on after an interruption, as JSON of its kind; nobody is shown it.
alter table jobs add column state text;

-- Until when a secret may still sign what was made under it: what one process promised at the rotation holds for all. Null for the one in force.
alter table signing_secrets add column signs_until integer;
update signing_secrets set signs_until = coalesce(revoked_at, retired_at + 3600000) where retired_at is not null;
alter table signing_secrets drop column revoked_at;

-- What a client asked for under a key of its own, and what it was answered.
create table idempotency_keys (
  -- The API key's id.
  owner text not null,
  operation text not null,
  key text not null,
  -- SHA-256 of the input.
  fingerprint text not null,
  -- While the first request is under way.
  token text,
  lease_until integer,
  -- The answer as JSON; null while under way, and where it carries a secret.
  answer text,
  answered_at integer,
  created_at integer not null,
  primary key (owner, operation, key)
) strict, without rowid;
create index idempotency_keys_by_age on idempotency_keys (created_at);
`;
