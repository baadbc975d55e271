export const overview = `
-- What an overview counts and names over all projects, the newest first. All but documents_by_time hold few rows.
create index deliveries_flagged on deliveries (created_at, project_id) where flagged = 1;
create index documents_by_time on documents (created_at, project_id);
create index documents_unread on documents (project_id) where last_error is not null;
create index sitemap_pages_unread on sitemap_pages (sitemap_id) where error is not null;
create index publications_by_time on publications (published_at) where published_at is not null;
create index publications_failed on publications (article_id) where status = 'failed';
`;
