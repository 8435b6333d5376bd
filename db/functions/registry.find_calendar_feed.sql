-- The calendar feed that a token gives access to, with its business; nothing for an unknown or
-- revoked token, or a suspended business. One of the few look-ups that run before a tenant is known. The
-- status is that of registry.find_key.
create or replace function registry.find_calendar_feed(p_token_hash bytea)
returns table (
  feed_id bigint, business_id uuid, slug text, mode text, status text, rates jsonb,
  clock_offset_milliseconds bigint)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select token.feed_id, business.business_id, business.slug, business.mode,
      case when moving.phase = 'arriving' then 'moving' else business.status end, business.rates,
      business.clock_offset_milliseconds
    from registry.calendar_tokens token
    join registry.businesses business on business.business_id = token.business_id
    left join registry.business_moves moving on moving.business_id = business.business_id
    where token.token_hash = p_token_hash and business.status = 'active'
      and coalesce(moving.phase not in ('left', 'returning'), true);
end $$;

revoke all on function registry.find_calendar_feed(bytea) from public;
grant execute on function registry.find_calendar_feed(bytea) to silla_api;
