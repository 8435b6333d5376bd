-- The hash by which registry.count_mail counts a client address, for an email that is requested after the
-- request of the client has ended. Texts as in packages/core/src/notifications/mail-keys.ts.
create or replace function registry.mail_hash(p_text text) returns bytea
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return (
    select sha256(key.key || convert_to(p_text, 'UTF8')) from registry.mail_hash_keys key);
end $$;

revoke all on function registry.mail_hash(text) from public;
grant execute on function registry.mail_hash(text) to silla_api, silla_worker, silla_admin;
