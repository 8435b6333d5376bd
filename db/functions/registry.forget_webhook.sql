-- The processor does not have it any more, so its secret is good for nothing.
create function registry.forget_webhook(p_endpoint_ref text) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from registry.webhook_endpoints endpoint where endpoint.endpoint_ref = p_endpoint_ref;
end $$;

revoke all on function registry.forget_webhook(text) from public;
grant execute on function registry.forget_webhook(text) to silla_worker, silla_admin;
