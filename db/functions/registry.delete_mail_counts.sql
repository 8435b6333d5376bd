-- Deletes the counts of emails of which the latest was sent before a moment.
create or replace function registry.delete_mail_counts(p_before timestamptz)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from registry.mail_counts
  where coalesce(sent_at[cardinality(sent_at)] < p_before, true);
end $$;

revoke all on function registry.delete_mail_counts(timestamptz) from public;
grant execute on function registry.delete_mail_counts(timestamptz) to silla_worker;
