-- Webhook endpoints whose secret is no longer accepted. They must be deleted at the processor.
create or replace function registry.retired_webhooks(p_now timestamptz)
returns table (endpoint_ref text, payload text, livemode boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select endpoint.endpoint_ref, endpoint.payload, endpoint.livemode
    from registry.webhook_endpoints endpoint
    where endpoint.retires_at <= p_now order by endpoint.retires_at;
end $$;

revoke all on function registry.retired_webhooks(timestamptz) from public;
grant execute on function registry.retired_webhooks(timestamptz) to silla_worker, silla_admin;
