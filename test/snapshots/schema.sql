CREATE TABLE projects (
  id text primary key,
  name text not null unique,
  site_url text,
  language text not null,
  country text,
  brand_terms text not null,
  tone text,
  audience text,
  style_guide text,
  timezone text not null,
  event_webhook_url text,
  article_defaults text not null,
  created_at integer not null,
  updated_at integer not null
, brand_colours text not null default '{}', schedules text not null default '{}', calendar_token text, search_console_property text, mention_only_with text not null default '[]', mention_not_with text not null default '[]', auto_publish text not null default '{}', arriving integer not null default 0) strict;

CREATE TABLE api_keys (
  id text primary key,
  name text not null,
  prefix text not null,
  hash text not null unique,
  scope text not null,
  created_at integer not null,
  last_used_at integer,
  revoked_at integer
) strict;

CREATE TABLE signing_secrets (
  id text primary key,
  ciphertext text not null,
  created_at integer not null,
  retired_at integer,
  signs_until integer, active_from integer not null default 0) strict;

CREATE UNIQUE INDEX signing_secrets_current on signing_secrets (retired_at is null) where retired_at is null;

CREATE TABLE documents (
  id text primary key,
  project_id text not null references projects on delete cascade,
  kind text not null,
  title text not null,
  source_url text,
  language text not null,
  word_count integer not null,
  chunks integer not null,
  tags text not null,
  text text not null,
  fingerprint text not null,
  created_at integer not null,
  refreshed_at integer not null, parent_id text references documents on delete cascade, address text, status text not null default 'ready', checked_at integer not null default 0, last_error text, etag text, last_modified text, job_id text, named integer not null default 0, selection text, unread_pages integer not null default 0,
  unique (project_id, fingerprint)
) strict;

CREATE INDEX documents_by_project on documents (project_id, id);

CREATE INDEX documents_by_url on documents (project_id, source_url);

CREATE TABLE articles (
  id text primary key,
  project_id text not null references projects on delete cascade,
  job_id text not null,
  keyword text not null,
  article_type text not null,
  status text not null,
  writer text not null,
  language text,
  request text not null,
  title text,
  meta_title text,
  meta_description text,
  slug text,
  content_markdown text,
  content_html text,
  outline text,
  faq text,
  json_ld text,
  sources text,
  score integer,
  breakdown text,
  quality text,
  word_count integer,
  reading_time integer,
  webhook_url text,
  error text,
  created_at integer not null,
  updated_at integer not null,
  generated_at integer
, publish_held integer not null default 0, batch_id text references batches on delete set null, batch_position integer, version integer not null default 0, usage text, image_token text, image_alt text, sketch text, evidence text, draft_due_at integer, gated integer not null default 0, published_at integer, claims text, grounding text, keyword_key text not null default '', topic_id text references topics on delete set null) strict;

CREATE UNIQUE INDEX articles_by_slug on articles (project_id, slug) where slug is not null;

CREATE TABLE jobs (
  id text primary key,
  project_id text references projects on delete cascade,
  kind text not null,
  status text not null,
  progress real not null,
  step text,
  resource_type text,
  resource_id text,
  result text,
  error text,
  attempts integer not null,
  cancel_requested integer not null,
  created_at integer not null,
  started_at integer,
  finished_at integer,
  updated_at integer not null
, state text, waits_for text) strict;

CREATE TABLE events (
  id text primary key,
  project_id text not null references projects on delete cascade,
  type text not null,
  resource_id text not null,
  body text not null,
  created_at integer not null
) strict;

CREATE INDEX events_by_resource on events (resource_id);

CREATE TABLE deliveries (
  id text primary key,
  kind text not null,
  project_id text references projects on delete set null,
  event_id text,
  event_type text,
  url text not null,
  secret_id text references signing_secrets,
  status text not null,
  attempt_count integer not null,
  max_attempts integer not null,
  next_attempt_at integer,
  last_attempt_at integer,
  delivered_at integer,
  created_at integer not null
, method text not null default 'POST', test integer not null default 0, article_id text, endpoint_id text references publishing_endpoints on delete set null, attempts_made integer not null default 0, acknowledged_at integer, superseded_by text, article_version integer, replay_of text, standing text not null default 'untried', settled_at integer) strict;

CREATE INDEX deliveries_by_event on deliveries (event_id);

CREATE TABLE attempts (
  delivery_id text not null references deliveries on delete cascade,
  number integer not null,
  started_at integer not null,
  response text not null, request_headers text,
  primary key (delivery_id, number)
) strict, without rowid;

CREATE TABLE lanes (
  kind text not null,
  lane text not null,
  -- Since when it waits for its turn (in the future: when it next will); null where nothing is left to do.
  waits_since integer,
  -- Pieces it was given so far: of those that wait equally long the one that had least goes first.
  served integer not null default 0,
  -- Failures in a row, and whether they are so many that it is given one place at a time.
  failures integer not null default 0,
  health integer not null default 0,
  -- When a piece of it last ended.
  settled_at integer,
  -- Pieces of work it has, under a lease or not.
  pending integer not null default 0,
  primary key (kind, lane)
) strict, without rowid;

CREATE TABLE work (
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
  claims integer not null default 0, claimable_at integer not null default 0) strict;

CREATE INDEX work_leased on work (kind, lane, lease_until) where lease_until is not null;

CREATE TABLE publishing_endpoints (
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

CREATE UNIQUE INDEX publishing_endpoints_current on publishing_endpoints (project_id) where retired_at is null;

CREATE INDEX publishing_endpoints_by_project on publishing_endpoints (project_id);

CREATE INDEX articles_held on articles (project_id) where publish_held = 1;

CREATE TABLE delivery_bodies (
  delivery_id text primary key references deliveries on delete cascade,
  body text not null
) strict, without rowid;

CREATE INDEX deliveries_by_endpoint on deliveries (endpoint_id) where endpoint_id is not null;

CREATE INDEX sends_that_wait on deliveries (endpoint_id) where endpoint_id is not null and status = 'pending';

CREATE INDEX events_by_project on events (project_id, created_at, id);

CREATE INDEX events_by_type on events (project_id, type, created_at, id);

CREATE TABLE idempotency_keys (
  -- The API key's id.
  owner text not null,
  operation text not null,
  key text not null,
  -- SHA-256 of the input.
  fingerprint text not null,
  -- While the first request is under way.
  token text,
  answer text,
  answered_at integer,
  created_at integer not null,
  primary key (owner, operation, key)
) strict, without rowid;

CREATE INDEX idempotency_keys_by_age on idempotency_keys (created_at);

CREATE INDEX documents_by_parent on documents (parent_id, id) where parent_id is not null;

CREATE INDEX documents_by_address on documents (project_id, address) where address is not null;

CREATE TABLE document_bands (
  band integer not null,
  document_id text not null references documents on delete cascade,
  primary key (band, document_id)
) strict, without rowid;

CREATE INDEX document_bands_by_document on document_bands (document_id);

CREATE TABLE sitemap_pages (
  sitemap_id text not null references documents on delete cascade,
  url text not null,
  -- The job that last found it listed: a page that an earlier job listed and the last one did not is gone from the sitemap.
  listed_by text not null,
  position integer not null,
  -- As the sitemap has it, and as it was when the page was last read.
  lastmod text,
  read_lastmod text,
  -- What came of it in that job; null while it waits.
  outcome text,
  -- Why it failed, as JSON.
  error text,
  -- The document that its text is kept in.
  document_id text references documents on delete set null,
  primary key (sitemap_id, url)
) strict, without rowid;

CREATE INDEX sitemap_pages_waiting on sitemap_pages (sitemap_id, position) where outcome is null;

CREATE INDEX sitemap_pages_by_document on sitemap_pages (document_id) where document_id is not null;

CREATE VIRTUAL TABLE passages_fts using fts5 (title, heading, text, narrowed_by, content='', contentless_delete=1, tokenize="ascii tokenchars '_'");

CREATE TABLE passages_to_index (passage integer primary key) strict;

CREATE INDEX documents_by_language on documents (project_id, language);

CREATE TABLE batches (
  id text primary key,
  project_id text not null references projects on delete cascade,
  job_id text not null,
  total integer not null,
  -- How many of its articles are written at once.
  concurrency integer not null,
  webhook_url text,
  -- Before this none of its articles begins; null: at once.
  scheduled_for integer,
  created_at integer not null,
  -- When its last article ended.
  finished_at integer,
  -- How its articles ended, whatever becomes of them later; null until then.
  succeeded integer,
  failed integer,
  canceled integer
, refused text not null default '[]') strict;

CREATE INDEX batches_by_project on batches (project_id, id);

CREATE INDEX articles_by_batch on articles (batch_id, batch_position) where batch_id is not null;

CREATE TABLE article_stages (
  article_id text not null references articles on delete cascade,
  stage text not null,
  status text not null,
  attempts integer not null,
  -- JSON of the stage's own; null until done, and where nobody needs it any more.
  output text,
  -- Why its last attempt failed, as JSON.
  error text,
  started_at integer not null,
  finished_at integer,
  primary key (article_id, stage)
) strict, without rowid;

CREATE TABLE article_versions (
  article_id text not null references articles on delete cascade,
  number integer not null,
  -- How it came about: written, draft, edited, regenerated, restored.
  reason text not null,
  title text not null,
  word_count integer not null,
  score integer,
  -- The content, as JSON.
  content text not null,
  created_at integer not null,
  primary key (article_id, number)
) strict;

CREATE TABLE media (
  token text primary key,
  article_id text not null references articles on delete cascade,
  -- drawn here, or generated by a provider.
  origin text not null,
  png blob not null,
  created_at integer not null
) strict;

CREATE INDEX media_by_article on media (article_id);

CREATE TABLE publications (
  article_id text not null references articles on delete cascade,
  target text not null,
  status text not null,
  job_id text,
  -- How it is to be published, as JSON.
  wanted text not null,
  -- What the target calls it, as JSON of the target's own.
  remote text,
  url text,
  -- The version of the article that stands there.
  version integer,
  error text,
  published_at integer,
  updated_at integer not null,
  primary key (article_id, target)
) strict, without rowid;

CREATE TABLE integrations (
  project_id text not null references projects on delete cascade,
  provider text not null,
  -- JSON without secrets; null where the environment configures it, and only its health is kept here.
  settings text,
  -- Sealed JSON; null where the provider needs none.
  secret text,
  healthy integer,
  last_checked_at integer,
  last_error text,
  created_at integer not null,
  updated_at integer not null, failing_since integer,
  primary key (project_id, provider)
) strict, without rowid;

CREATE INDEX deliveries_by_type on deliveries (event_type, standing, created_at, id);

CREATE INDEX deliveries_by_url on deliveries (url, event_type, standing, created_at, id);

CREATE INDEX deliveries_by_article on deliveries (article_id, event_type, standing, created_at, id) where article_id is not null;

CREATE INDEX articles_gated on articles (project_id) where gated = 1;

CREATE INDEX articles_by_project on articles (project_id, created_at, id);

CREATE INDEX articles_by_status on articles (project_id, status, created_at, id);

CREATE INDEX articles_of_batch on articles (batch_id, created_at, id) where batch_id is not null;

CREATE INDEX articles_by_language on articles (project_id, language);

CREATE INDEX jobs_by_project on jobs (project_id, created_at, id);

CREATE INDEX jobs_by_status on jobs (status, created_at, id);

CREATE INDEX jobs_by_time on jobs (created_at, id);

CREATE TABLE article_words (
  number integer primary key,
  article_id text not null unique references articles on delete cascade,
  -- 1 while its words are not in the index.
  waits integer not null
) strict;

CREATE INDEX article_words_waiting on article_words (number) where waits = 1;

CREATE VIRTUAL TABLE articles_fts using fts5 (words, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'");

CREATE INDEX sitemap_pages_unread on sitemap_pages (sitemap_id, position) where error is not null;

CREATE INDEX deliveries_flagged on deliveries (created_at, project_id) where standing = 'failed';

CREATE INDEX documents_by_time on documents (created_at, project_id);

CREATE INDEX documents_unread on documents (project_id) where last_error is not null;

CREATE INDEX articles_published on articles (published_at, project_id) where published_at is not null;

CREATE INDEX publications_failed on publications (article_id) where status = 'failed';

CREATE INDEX work_in_line on work (kind, lane, late, claimable_at);

CREATE TABLE leases (
  name text not null,
  -- Counted from 0.
  place integer not null,
  token text not null,
  until integer not null,
  primary key (name, place)
) strict, without rowid;

CREATE INDEX deliveries_settled on deliveries (standing, settled_at) where status <> 'pending';

CREATE TABLE "passages" (
  -- Newer ones have higher numbers. The index knows a passage by it.
  number integer primary key,
  document_id text not null references documents on delete cascade,
  position integer not null,
  -- The document's, said again for the index: a passage need not repeat what its page is about.
  title text not null,
  heading text,
  text text not null,
  word_count integer not null, kind text not null default 'prose',
  unique (document_id, position)
) strict;

CREATE TABLE document_tags (
  -- The document's.
  project_id text not null,
  tag text not null,
  document_id text not null references documents on delete cascade,
  primary key (project_id, tag, document_id)
) strict, without rowid;

CREATE INDEX document_tags_by_document on document_tags (document_id);

CREATE TABLE audits (
  id text primary key,
  project_id text not null references projects on delete cascade,
  job_id text not null,
  site_url text not null,
  site text not null,
  options text not null,
  state text not null,
  ended_by text,
  previous_id text,
  spent text not null,
  found integer not null,
  pages_read integer not null,
  html_pages integer not null,
  judged text,
  learned text,
  result text,
  new_critical integer not null,
  created_at integer not null,
  finished_at integer
) strict, without rowid;

CREATE INDEX audits_by_project on audits (project_id, id);

CREATE INDEX audits_by_site on audits (project_id, site, id);

CREATE UNIQUE INDEX audits_under_way on audits (project_id) where finished_at is null;

CREATE INDEX audits_by_finish on audits (finished_at) where finished_at is not null;

CREATE INDEX audits_alarming on audits (project_id, id) where new_critical > 0;

CREATE TABLE audit_pages (
  audit_id text not null references audits on delete cascade,
  number integer not null,
  url text not null,
  depth integer not null,
  listed integer not null,
  state text not null,
  status integer not null,
  inlinks integer,
  facts text,
  primary key (audit_id, number)
) strict, without rowid;

CREATE UNIQUE INDEX audit_pages_by_url on audit_pages (audit_id, url);

CREATE INDEX audit_pages_by_state on audit_pages (audit_id, state, depth, number);

CREATE TABLE audit_page_links (
  audit_id text not null references audits on delete cascade,
  number integer not null,
  links text not null,
  anchors text not null,
  primary key (audit_id, number)
) strict;

CREATE TABLE audit_findings (
  audit_id text not null references audits on delete cascade,
  mended integer not null,
  code text not null,
  url text not null,
  of_page integer not null,
  places text not null,
  count integer not null,
  change text,
  primary key (audit_id, mended, code, url)
) strict, without rowid;

CREATE TABLE audit_issues (
  audit_id text not null references audits on delete cascade,
  code text not null,
  count integer not null,
  of_site integer not null,
  new_count integer not null,
  fixed_count integer not null,
  urls text not null,
  primary key (audit_id, code)
) strict, without rowid;

CREATE TABLE audit_links (
  audit_id text not null references audits on delete cascade,
  url text not null,
  kind text not null,
  outcome text,
  status integer not null,
  reason text,
  primary key (audit_id, url)
) strict, without rowid;

CREATE TABLE competitors (
  id text primary key,
  project_id text not null references projects on delete cascade,
  name text not null,
  -- Without www., in punycode; may carry a port.
  domain text not null,
  -- JSON.
  aliases text not null,
  feed_url text,
  created_at integer not null
, mention_only_with text not null default '[]', mention_not_with text not null default '[]') strict, without rowid;

CREATE INDEX competitors_by_project on competitors (project_id, id);

CREATE UNIQUE INDEX competitors_by_domain on competitors (project_id, domain);

CREATE TABLE crawled_pages (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- own, competitor or cited.
  origin text not null,
  host text not null,
  url text not null,
  title text not null,
  language text not null,
  word_count integer not null,
  -- Equal for pages with the same text.
  fingerprint text not null,
  -- When it was last read, whatever had changed.
  read_at integer not null,
  changed_at integer not null
, source text) strict, without rowid;

CREATE UNIQUE INDEX crawled_pages_by_url on crawled_pages (project_id, origin, url);

CREATE INDEX crawled_pages_by_host on crawled_pages (project_id, origin, host, url);

CREATE INDEX crawled_pages_by_reading on crawled_pages (project_id, origin, read_at);

CREATE INDEX crawled_pages_by_language on crawled_pages (project_id, language);

CREATE INDEX crawled_pages_by_age on crawled_pages (read_at);

CREATE TABLE crawled_passages (
  number integer primary key,
  page_id text not null references crawled_pages on delete cascade,
  position integer not null,
  kind text not null,
  heading text,
  text text not null,
  unique (page_id, position)
) strict;

CREATE VIRTUAL TABLE crawled_fts using fts5 (title, heading, text, narrowed_by, content='', contentless_delete=1, tokenize="ascii tokenchars '_'");

CREATE TABLE posts (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- Its address; of an article that arrived somewhere unknown, article: and its id.
  place text not null,
  title text not null,
  keyword text,
  keyword_source text,
  -- Equal for posts on the same keyword.
  keyword_key text,
  language text not null,
  published_at integer,
  modified_at integer,
  date_source text,
  -- When it was last changed, or else published; 0 if unknown.
  dated_at integer not null,
  -- -1 if unknown.
  words integer not null,
  links_in integer not null,
  links_out integer,
  canonical_url text,
  competes integer not null,
  article_id text references articles on delete set null,
  -- JSON.
  sources text not null,
  -- What q looks through.
  sought text not null,
  checked_at integer,
  -- The job that last found it.
  found_by text
) strict, without rowid;

CREATE UNIQUE INDEX posts_by_place on posts (project_id, place);

CREATE INDEX posts_by_article on posts (article_id) where article_id is not null;

CREATE INDEX posts_by_keyword on posts (project_id, keyword_key) where keyword_key is not null;

CREATE INDEX posts_by_date on posts (project_id, dated_at, id);

CREATE INDEX posts_by_words on posts (project_id, words, id);

CREATE INDEX posts_by_links on posts (project_id, links_in, id);

CREATE INDEX posts_competing on posts (project_id, id) where competes = 1;

CREATE TABLE post_pages (
  project_id text not null references projects on delete cascade,
  url text not null,
  depth integer not null,
  -- Who else named it: 1 for a sitemap, with what that says of its last change; as JSON what a feed says of it.
  listed integer not null,
  lastmod text,
  fed text,
  state text not null,
  status integer not null,
  redirects_to text,
  -- JSON.
  facts text, kept text,
  primary key (project_id, url)
) strict, without rowid;

CREATE INDEX post_pages_waiting on post_pages (project_id, depth, url) where state = 'waiting';

CREATE TABLE post_inventories (
  project_id text primary key references projects on delete cascade,
  job_id text not null,
  refreshed_at integer,
  ended_by text,
  pages_read integer not null,
  -- JSON.
  problems text not null
) strict, without rowid;

CREATE UNIQUE INDEX projects_by_calendar on projects (calendar_token);

CREATE INDEX articles_by_keyword on articles (project_id, keyword_key);

CREATE TABLE calendar_slots (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- In the project's zone: YYYY-MM-DD and HH:MM.
  date text not null,
  time text not null,
  due_at integer not null,
  -- When it is written: due_at, or later where that had passed.
  write_at integer not null,
  -- 1 once it was found due since before the desk ran.
  late integer not null,
  -- planned, begun, failed or missed; what becomes of a begun one its article says.
  status text not null,
  keyword text not null,
  keyword_key text not null,
  title text,
  -- What its article is asked for besides, as JSON.
  request text not null,
  article_id text references articles on delete set null,
  error text,
  -- Counts its changes, for the feed.
  sequence integer not null,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

CREATE INDEX calendar_by_date on calendar_slots (project_id, date, time, id);

CREATE INDEX calendar_by_keyword on calendar_slots (project_id, status, keyword_key);

CREATE INDEX calendar_by_status on calendar_slots (status, write_at);

CREATE INDEX calendar_by_article on calendar_slots (article_id) where article_id is not null;

CREATE INDEX calendar_late on calendar_slots (updated_at) where late = 1 and status = 'begun';

CREATE TABLE radar_sources (
  id text primary key,
  project_id text not null references projects on delete cascade,
  competitor_id text references competitors on delete cascade,
  kind text not null,
  url text not null,
  -- The job that looks at it, or looked last.
  job_id text,
  -- Checks begun: a page knows by it whether this one has looked at it.
  checks integer not null,
  -- When the first look ended: what was found until then is no news.
  baseline_at integer,
  checked_at integer,
  next_check_at integer not null,
  known_pages integer not null,
  read_pages integer not null,
  not_looked_at integer not null,
  last_error text,
  -- JSON: what was learnt of the site.
  learnt text not null,
  created_at integer not null,
  unique (project_id, kind, url)
) strict, without rowid;

CREATE INDEX radar_sources_by_project on radar_sources (project_id, id);

CREATE INDEX radar_sources_of_competitor on radar_sources (competitor_id) where competitor_id is not null;

CREATE INDEX radar_sources_due on radar_sources (next_check_at);

CREATE INDEX radar_sources_unread on radar_sources (id) where last_error is not null;

CREATE TABLE radar_pages (
  number integer primary key,
  source_id text not null references radar_sources on delete cascade,
  url text not null,
  status text not null,
  is_index integer not null,
  -- As its feed or sitemap says: a hint.
  lastmod text,
  -- 1 where something hints that it is new or changed.
  hinted integer not null,
  -- Its place in the rotation: the check that looked at it last. Of one that none has, less than zero, and the less the newer.
  turn integer not null,
  found_at integer not null,
  -- When it was gone or moved.
  gone_at integer,
  etag text,
  last_modified text,
  title text,
  language text,
  keyword text,
  phrases text,
  word_count integer,
  fingerprint text,
  -- 32-bit hashes of its lines.
  lines blob,
  -- Its main text, deflated.
  snapshot blob,
  unique (source_id, url)
) strict;

CREATE INDEX radar_pages_in_turn on radar_pages (source_id, status, turn);

CREATE INDEX radar_pages_hinted on radar_pages (source_id, hinted, turn);

CREATE INDEX radar_pages_read on radar_pages (source_id, status, number);

CREATE INDEX radar_pages_alike on radar_pages (source_id, fingerprint) where fingerprint is not null;

CREATE INDEX radar_pages_gone on radar_pages (gone_at) where gone_at is not null;

CREATE TABLE radar_changes (
  id text primary key,
  project_id text not null references projects on delete cascade,
  source_id text not null references radar_sources on delete cascade,
  competitor_id text,
  kind text not null,
  url text not null,
  title text,
  moved_to text,
  reappeared integer not null,
  published_at integer,
  keyword text,
  phrases text not null,
  summary text,
  words_added integer,
  words_removed integer,
  relevance real,
  -- JSON: why there is no relevance, and what it rests on.
  why text not null,
  evidence text not null,
  -- The beginning of the diff, and the whole, deflated.
  diff_start text,
  diff blob,
  created_at integer not null
) strict;

CREATE INDEX radar_changes_by_project on radar_changes (project_id, created_at, id);

CREATE INDEX radar_changes_by_kind on radar_changes (project_id, kind, created_at, id);

CREATE INDEX radar_changes_of_source on radar_changes (source_id, created_at, id);

CREATE INDEX radar_changes_of_competitor on radar_changes (competitor_id, created_at, id) where competitor_id is not null;

CREATE INDEX radar_changes_by_time on radar_changes (created_at);

CREATE TABLE provider_months (
  payer text not null,
  provider text not null,
  month text not null,
  calls integer not null,
  unpriced integer not null,
  cost real not null,
  primary key (payer, provider, month)
) strict, without rowid;

CREATE INDEX provider_months_by_month on provider_months (month);

CREATE TABLE schedules (
  project_id text not null references projects on delete cascade,
  name text not null,
  every text not null,
  since integer not null,
  due_at integer not null,
  primary key (project_id, name)
) strict, without rowid;

CREATE TABLE search_properties (
  number integer primary key,
  project_id text not null references projects on delete cascade,
  -- As Search Console names it: https://example.com/ or sc-domain:example.com.
  name text not null,
  -- Counts what was changed of its days: a month that was summed up meanwhile is not kept.
  changes integer not null,
  unique (project_id, name)
) strict;

CREATE TABLE search_keys (
  property integer not null references search_properties on delete cascade,
  kind text not null,
  number integer not null,
  text text not null,
  primary key (property, kind, number),
  unique (property, kind, text)
) strict, without rowid;

CREATE TABLE search_days (
  property integer not null references search_properties on delete cascade,
  -- What the rows are grouped by: day, query, page, query_page, country or device.
  grouped_by text not null,
  -- YYYY-MM-DD, Google's day (Pacific time).
  date text not null,
  -- 0 while its rows arrive.
  is_complete integer not null,
  row_count integer not null,
  -- Packed.
  rows blob not null,
  primary key (property, grouped_by, date)
) strict, without rowid;

CREATE INDEX search_days_held on search_days (property, grouped_by, date, is_complete);

CREATE INDEX search_days_by_date on search_days (date);

CREATE TABLE search_months (
  property integer not null references search_properties on delete cascade,
  grouped_by text not null,
  -- YYYY-MM.
  month text not null,
  rows blob not null,
  primary key (property, grouped_by, month)
) strict, without rowid;

CREATE TABLE search_imports (
  property integer not null references search_properties on delete cascade,
  -- YYYY-MM-DD, both included.
  since text not null,
  until text not null,
  grouped_by text not null,
  row_count integer not null,
  -- 1 where the export did not cut the table.
  is_whole integer not null,
  rows blob not null,
  -- The other period of a comparison.
  previous_first text,
  previous_last text,
  previous_rows blob,
  imported_at integer not null, previous_assumed integer not null default 0,
  primary key (property, since, until, grouped_by)
) strict, without rowid;

CREATE INDEX search_imports_latest on search_imports (property, imported_at);

CREATE TABLE suggestions (
  source text not null,
  language text not null,
  -- Empty where none was named.
  country text not null,
  text text not null,
  -- As JSON.
  completions text not null,
  asked_at integer not null,
  primary key (source, language, country, text)
) strict, without rowid;

CREATE INDEX suggestions_by_age on suggestions (asked_at);

CREATE TABLE suggestion_pauses (
  source text primary key,
  until integer not null,
  -- What it said.
  reason text not null
) strict, without rowid;

CREATE TABLE tracked_keywords (
  id text primary key,
  project_id text not null references projects on delete cascade,
  keyword text not null,
  -- The same for all that are written alike but for case and spaces.
  keyword_key text not null,
  engine text not null,
  device text not null,
  -- Empty where none is asked for.
  country text not null,
  language text not null,
  depth integer not null,
  tags text not null,
  -- What the last check found: ranked, not_found_in_top_n, error; not_checked before.
  status text not null,
  position integer,
  depth_checked integer,
  -- JSON: where it stood at the last like check, and 1, 7 and 30 days before.
  before text not null,
  best integer,
  -- 1 where the last check no longer found it, or not among the first ten.
  dropped integer not null,
  url text,
  details text not null,
  provider text,
  error text,
  checked_at integer,
  -- The site and language of its last successful check.
  sample text,
  -- The job that is to check it, or checked it last; waiting is 1 until that has.
  job_id text,
  waiting integer not null,
  left_code text,
  created_at integer not null
) strict, without rowid;

CREATE UNIQUE INDEX tracked_keywords_alike on tracked_keywords (project_id, keyword_key, engine, device, country);

CREATE INDEX tracked_keywords_by_job on tracked_keywords (job_id) where job_id is not null;

CREATE INDEX tracked_keywords_failing on tracked_keywords (checked_at) where status = 'error';

CREATE INDEX tracked_keywords_dropped on tracked_keywords (checked_at) where dropped = 1;

CREATE TABLE ranking_checks (
  keyword_id text not null references tracked_keywords on delete cascade,
  checked_at integer not null,
  status text not null,
  position integer,
  -- Results that were looked at.
  depth integer not null,
  sample text not null,
  url text,
  provider text not null,
  cost real,
  primary key (keyword_id, checked_at)
) strict, without rowid;

CREATE TABLE topics (
  id text primary key,
  project_id text not null references projects on delete cascade,
  name text not null,
  -- Case and spaces aside.
  name_key text not null,
  pillar_keyword text not null,
  created_at integer not null,
  updated_at integer not null
, research_job_id text) strict, without rowid;

CREATE INDEX topics_by_project on topics (project_id, id);

CREATE UNIQUE INDEX topics_by_name on topics (project_id, name_key);

CREATE TABLE topic_keywords (
  id text primary key,
  topic_id text not null references topics on delete cascade,
  keyword text not null,
  -- Case and spaces aside.
  said text not null,
  created_at integer not null
, source text not null default 'given') strict, without rowid;

CREATE INDEX topic_keywords_by_topic on topic_keywords (topic_id, id);

CREATE UNIQUE INDEX topic_keywords_by_words on topic_keywords (topic_id, said);

CREATE TABLE prompts (
  id text primary key,
  project_id text not null references projects on delete cascade,
  topic_id text references topics on delete cascade,
  text text not null,
  -- Case and spaces aside.
  said text not null,
  created_at integer not null
) strict, without rowid;

CREATE UNIQUE INDEX prompts_by_words on prompts (project_id, said);

CREATE INDEX prompts_by_project on prompts (project_id, id);

CREATE INDEX prompts_by_topic on prompts (topic_id, id) where topic_id is not null;

CREATE INDEX articles_by_topic on articles (topic_id, created_at, id) where topic_id is not null;

CREATE TABLE topic_plans (
  topic_id text primary key references topics on delete cascade,
  researched_at integer not null,
  -- As JSON.
  plan text not null
) strict, without rowid;

CREATE TABLE search_syncs (
  project_id text primary key references projects on delete cascade,
  job_id text not null,
  property text not null,
  -- The first day that was asked for; null: what is missing.
  since text,
  -- What it has brought so far.
  brought text not null,
  started_at integer not null,
  finished_at integer,
  -- Why it ended before it had everything.
  error text
) strict, without rowid;

CREATE INDEX search_syncs_failed on search_syncs (finished_at) where error is not null;

CREATE TABLE keyword_metrics (
  country text not null,
  language text not null,
  -- In lower case.
  keyword text not null,
  provider text not null,
  -- As JSON; null where it has none.
  figures text,
  -- Why it has none.
  why text,
  checked_at integer not null,
  primary key (country, language, keyword)
) strict, without rowid;

CREATE INDEX keyword_metrics_by_age on keyword_metrics (checked_at);

CREATE TABLE results_pages (
  -- Empty where none was named.
  country text not null,
  language text not null,
  -- The same for all that are written alike but for case and spaces.
  keyword_key text not null,
  device text not null,
  engine text not null,
  provider text not null,
  keyword text not null,
  -- Organic results that were looked at.
  depth integer not null,
  -- As JSON: the results, and what else the page held.
  organic text not null,
  features text not null,
  questions text not null,
  related text not null,
  asked_at integer not null,
  primary key (country, language, keyword_key, device, engine, provider)
) strict, without rowid;

CREATE INDEX results_pages_by_age on results_pages (asked_at);

CREATE TABLE gap_pieces (
  job_id text not null,
  number integer not null,
  project_id text not null references projects on delete cascade,
  lines text not null,
  made_at integer not null,
  primary key (job_id, number)
) strict, without rowid;

CREATE INDEX gap_pieces_by_project on gap_pieces (project_id);

CREATE INDEX gap_pieces_by_age on gap_pieces (made_at);

CREATE INDEX search_imports_by_time on search_imports (imported_at);

CREATE INDEX search_syncs_whole on search_syncs (finished_at) where error is null;

CREATE TABLE ai_answers (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- It may be gone: its answers count no more then, and are removed.
  prompt_id text not null,
  prompt text not null,
  engine text not null,
  surface text not null,
  model text,
  -- Of the run that asked.
  job_id text,
  text text not null,
  -- The citations that came with it, as JSON.
  given text not null,
  language text,
  searched integer,
  cost real,
  input_tokens integer,
  output_tokens integer,
  -- Equal for the same answer.
  hash text not null,
  asked_at integer not null,
  created_at integer not null,
  -- The version of the brands that it was last read for; 0 if for none yet.
  read_for integer not null default 0,
  analyzed_at integer,
  has_inline integer,
  -- What was read that stands in no rows, as JSON.
  analysis text
) strict;

CREATE UNIQUE INDEX ai_answers_once on ai_answers (project_id, hash);

CREATE INDEX ai_answers_by_time on ai_answers (project_id, asked_at, id);

CREATE INDEX ai_answers_by_prompt on ai_answers (project_id, prompt_id, asked_at, id, engine, surface, has_inline);

CREATE INDEX ai_answers_by_engine on ai_answers (project_id, engine, asked_at, id);

CREATE INDEX ai_answers_by_surface on ai_answers (project_id, surface, asked_at, id);

CREATE INDEX ai_answers_counted on ai_answers (project_id, prompt_id, engine, surface, asked_at, has_inline);

CREATE INDEX ai_answers_by_run on ai_answers (job_id, project_id, engine, prompt_id) where job_id is not null;

CREATE INDEX ai_answers_to_read on ai_answers (project_id, read_for, id);

CREATE TABLE ai_answer_brands (
  project_id text not null references projects on delete cascade,
  prompt_id text not null,
  asked_at integer not null,
  answer_id text not null,
  -- own, or a competitor's id.
  brand text not null,
  engine text not null,
  surface text not null,
  mentions integer not null,
  position integer,
  sentiment real,
  sentiment_count integer not null,
  cited integer not null,
  prominence real,
  primary key (project_id, prompt_id, asked_at, answer_id, brand)
) strict, without rowid;

CREATE INDEX ai_answer_brands_summed
  on ai_answer_brands (project_id, prompt_id, brand, engine, surface, asked_at, mentions, position, sentiment, sentiment_count, cited, prominence);

CREATE INDEX ai_answer_brands_by_brand on ai_answer_brands (project_id, brand, asked_at, answer_id);

CREATE TABLE ai_answer_citations (
  project_id text not null references projects on delete cascade,
  prompt_id text not null,
  asked_at integer not null,
  answer_id text not null,
  number integer not null,
  engine text not null,
  surface text not null,
  url text not null,
  -- Equal for addresses of the same page.
  "key" text not null,
  host text not null,
  domain text not null,
  title text,
  brand text,
  inline integer not null,
  prominence real,
  status text not null,
  primary key (project_id, prompt_id, asked_at, answer_id, number)
) strict, without rowid;

CREATE TABLE ai_brands (
  project_id text primary key references projects on delete cascade,
  version integer not null,
  changed_at integer not null
) strict, without rowid;

CREATE TABLE ai_runs (
  project_id text primary key references projects on delete cascade,
  job_id text not null,
  ended_at integer,
  -- What went wrong, as JSON; null where all was answered.
  trouble text
) strict, without rowid;

CREATE INDEX ai_runs_in_trouble on ai_runs (ended_at) where trouble is not null;

CREATE TABLE optimizations (
  id text primary key,
  project_id text not null references projects on delete cascade,
  job_id text not null,
  status text not null,
  writer text not null,
  url text not null,
  -- Null until it is known; what was not asked for is the page's own.
  keyword text,
  keyword_source text,
  language text,
  request text not null,
  webhook_url text,
  -- The page as it was read; what a later reading is compared with.
  page text,
  page_hash text,
  read_at integer,
  -- Where the competitors come from; null until that is known.
  basis text,
  -- What people ask on the results page, as it was when the page was scored.
  asked text,
  score_before real,
  score_after real,
  before text,
  after text,
  -- What may be cited, as the brief numbers it.
  passages text,
  -- The last text handed in or written, while it is not taken.
  draft text,
  drafts integer not null default 0,
  rewrite text,
  draft_due_at integer,
  usage text,
  error text,
  created_at integer not null,
  updated_at integer not null,
  completed_at integer
) strict, without rowid;

CREATE INDEX optimizations_by_project on optimizations (project_id, id);

CREATE INDEX optimizations_by_status on optimizations (status, updated_at, id);

CREATE TABLE optimization_pages (
  optimization_id text not null references optimizations on delete cascade,
  position integer not null,
  url text not null,
  -- Its place among the results; null where none was asked for.
  rank integer,
  state text not null,
  read_url text,
  title text,
  words integer,
  -- What it says, until the optimization has ended.
  page text,
  error text,
  primary key (optimization_id, position)
) strict, without rowid;

CREATE TABLE link_prospects (
  id text primary key,
  project_id text not null references projects on delete cascade,
  -- Without www., in punycode: one site is written to once.
  host text not null,
  status text not null,
  -- 0 to 100; null where nothing is known to score by.
  score real,
  reasons text not null,
  -- The page of the project that the link is to lead to.
  target_url text,
  notes text,
  contact_name text,
  contact_email text,
  -- As the suppression list compares it.
  contact_key text,
  contact_source text,
  contact_found_at integer,
  -- The cadence to this contact: its first mail, its last, and how many follow-ups.
  first_mail_at integer,
  last_mail_at integer,
  followups integer not null default 0,
  -- What ended it.
  outcome text,
  outcome_at integer,
  -- Where the link stands, and what the last look at it saw.
  placed_url text,
  link_state text,
  link_seen text,
  link_checked_at integer,
  created_at integer not null,
  updated_at integer not null
) strict, without rowid;

CREATE INDEX link_prospects_by_project on link_prospects (project_id, status, score, id);

CREATE INDEX link_prospects_by_score on link_prospects (project_id, score, id);

CREATE UNIQUE INDEX link_prospects_by_host on link_prospects (project_id, host, id);

CREATE INDEX link_prospects_placed on link_prospects (project_id, status, link_checked_at, id);

CREATE INDEX link_prospects_by_contact on link_prospects (contact_key) where contact_key is not null;

CREATE INDEX link_prospects_by_mail on link_prospects (status, last_mail_at);

CREATE INDEX link_prospects_by_contact_age on link_prospects (contact_found_at, id) where contact_found_at is not null;

CREATE TABLE link_opportunities (
  prospect_id text not null references link_prospects on delete cascade,
  kind text not null,
  url text not null,
  evidence text not null,
  found_at integer not null,
  seen_at integer not null,
  primary key (prospect_id, kind, url)
) strict, without rowid;

CREATE TABLE link_candidates (
  job_id text not null references jobs on delete cascade,
  number integer not null,
  project_id text not null references projects on delete cascade,
  url text not null,
  -- Why it is read, and then what came of it.
  why text not null,
  outcome text,
  primary key (job_id, number)
) strict, without rowid;

CREATE INDEX link_candidates_by_project on link_candidates (project_id, job_id, number);

CREATE TABLE link_log (
  id text primary key,
  prospect_id text not null references link_prospects on delete cascade,
  kind text not null,
  detail text not null,
  created_at integer not null
) strict, without rowid;

CREATE INDEX link_log_by_prospect on link_log (prospect_id, id);

CREATE TABLE link_drafts (
  id text primary key,
  prospect_id text not null references link_prospects on delete cascade,
  kind text not null,
  -- 0 for the first mail, then 1, 2, 3.
  number integer not null,
  status text not null,
  writer text not null,
  subject text not null,
  body text not null,
  recipient text,
  message_id text,
  error text,
  created_at integer not null,
  -- When it was last handed to the mail server: one that never came back from there may have gone.
  sending_at integer,
  sent_at integer
) strict, without rowid;

CREATE INDEX link_drafts_by_prospect on link_drafts (prospect_id, id);

CREATE INDEX link_drafts_by_message on link_drafts (message_id) where message_id is not null;

CREATE TABLE link_mail_days (
  project_id text not null references projects on delete cascade,
  day text not null,
  mails integer not null,
  primary key (project_id, day)
) strict, without rowid;

CREATE TABLE link_suppressions (
  -- An address as it is compared, or @domain.
  address text primary key,
  reason text not null,
  created_at integer not null
) strict, without rowid;

CREATE TABLE link_erased (
  project_id text not null references projects on delete cascade,
  hash text not null,
  created_at integer not null,
  primary key (project_id, hash)
) strict, without rowid;

CREATE TABLE action_marks (
  action_id text primary key,
  project_id text not null references projects on delete cascade,
  mark text not null,
  -- A fingerprint of what the action rested on.
  cause text not null,
  operation text,
  until integer,
  marked_at integer not null
) strict, without rowid;

CREATE INDEX action_marks_by_project on action_marks (project_id);

CREATE INDEX action_marks_by_time on action_marks (marked_at);

CREATE INDEX documents_by_check on documents (project_id, checked_at) where address is not null and parent_id is null;

CREATE TABLE waiting_publications (
  article_id text primary key references articles on delete cascade,
  project_id text not null references projects on delete cascade,
  waits_for text not null,
  since integer not null
) strict, without rowid;

CREATE INDEX waiting_publications_in_turn on waiting_publications (project_id, waits_for, since, article_id);

CREATE INDEX waiting_publications_for on waiting_publications (waits_for, since, article_id);

CREATE TABLE auto_publishing (
  project_id text primary key references projects on delete cascade,
  -- The last of its days on which anything went out by itself, with how much.
  day text not null,
  published integer not null,
  next_at integer
) strict, without rowid;

CREATE TABLE autofill_plans (
  id text primary key,
  project_id text not null references projects on delete cascade,
  request text not null,
  calendar text not null,
  plan text not null,
  created_at integer not null,
  expires_at integer not null,
  carried_out_at integer
) strict;

CREATE INDEX autofill_plans_of on autofill_plans (project_id);

CREATE INDEX autofill_plans_expired on autofill_plans (expires_at);

CREATE INDEX deliveries_by_project on deliveries (project_id, status);

CREATE TABLE backups (
  made_at integer primary key,
  folder text not null,
  bytes integer not null
) strict;

CREATE INDEX projects_arriving on projects (id) where arriving = 1;

CREATE INDEX projects_here on projects (id) where arriving = 0;

CREATE INDEX link_drafts_by_age on link_drafts (created_at, id);

CREATE INDEX lanes_in_line on lanes (kind, health, waits_since, served) where waits_since is not null;
