-- Deletes a webhook endpoint, with its secret, after it was deleted at the processor.
create or replace function registry.delete_webhook(p_endpoint_ref text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from registry.webhook_endpoints endpoint where endpoint.endpoint_ref = p_endpoint_ref;
end $$;

revoke all on function registry.delete_webhook(text) from public;
grant execute on function registry.delete_webhook(text) to silla_worker, silla_admin;
