-- The key of the hashes in registry.mail_counts, and the recipients and client addresses that have as
-- many emails as allowed; one row without a hash if there are none. A hash is SHA-256 of key and text.
create or replace function registry.blocked_mails(p_now timestamptz)
returns table (hash_key bytea, key_hash bytea, blocked_until timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select key.key, count.key_hash, count.blocked_until
    from registry.mail_hash_keys key
    left join registry.mail_counts count on count.blocked_until > p_now;
end $$;

revoke all on function registry.blocked_mails(timestamptz) from public;
grant execute on function registry.blocked_mails(timestamptz) to silla_api;
