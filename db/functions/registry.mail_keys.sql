-- How many keys there are for the hashes in registry.mail_counts: there has to be one. For `silla db doctor`.
create or replace function registry.mail_keys() returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (select count(*)::int from registry.mail_hash_keys);
end $$;

revoke all on function registry.mail_keys() from public;
grant execute on function registry.mail_keys() to silla_admin;
