-- Revokes the tokens of calendar feeds of the transaction's business.
create or replace function registry.delete_calendar_tokens(p_feed_ids bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from registry.calendar_tokens token
  where token.business_id = current_setting('app.business_id')::uuid
    and token.feed_id = any (p_feed_ids);
end $$;

revoke all on function registry.delete_calendar_tokens(bigint[]) from public;
grant execute on function registry.delete_calendar_tokens(bigint[]) to silla_api, silla_admin;
