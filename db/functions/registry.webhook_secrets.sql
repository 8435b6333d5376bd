-- The secrets that webhook signatures are verified with, encrypted: current ones and those that
-- have not been retired yet.
create or replace function registry.webhook_secrets(p_now timestamptz)
returns table (endpoint_ref text, livemode boolean, sealed_secret bytea)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select endpoint.endpoint_ref, endpoint.livemode, endpoint.sealed_secret
    from registry.webhook_endpoints endpoint
    where endpoint.retires_at is null or endpoint.retires_at > p_now
    order by endpoint.created_at desc;
end $$;

revoke all on function registry.webhook_secrets(timestamptz) from public;
grant execute on function registry.webhook_secrets(timestamptz) to silla_api;
