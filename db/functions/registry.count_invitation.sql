-- Counts the email of an invitation (D66): one an hour to an address, whatever salon invites. Returns
-- null, or when the next one may be sent; it is then not counted.
--
-- p_recipient: as in packages/core/src/notifications/mail-keys.ts
create or replace function registry.count_invitation(p_recipient text, p_now timestamptz)
returns timestamptz language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return registry.count_mail('invitation ' || p_recipient, 1, null, 0, false, p_now);
end $$;

revoke all on function registry.count_invitation(text, timestamptz) from public;
grant execute on function registry.count_invitation(text, timestamptz) to silla_api, silla_admin;
