-- Stores the hash of the token that gives access to a calendar feed of the transaction's business.
create or replace function registry.insert_calendar_token(p_token_hash bytea, p_feed_id bigint) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into registry.calendar_tokens (token_hash, business_id, feed_id)
  values (p_token_hash, current_setting('app.business_id')::uuid, p_feed_id);
end $$;

revoke all on function registry.insert_calendar_token(bytea, bigint) from public;
grant execute on function registry.insert_calendar_token(bytea, bigint) to silla_api, silla_admin;
