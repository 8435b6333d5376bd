-- The origins of the publishable keys of the transaction's business that can be used: pages of these sites
-- may have the widget.
create or replace function registry.key_origins(p_now timestamptz) returns text[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(
    select distinct origin.origin
    from registry.api_keys key, unnest(key.origins) as origin (origin)
    where key.business_id = current_setting('app.business_id')::uuid and key.kind = 'publishable'
      and key.revoked_at is null and (key.expires_at is null or key.expires_at > p_now)
    order by origin.origin);
end $$;

revoke all on function registry.key_origins(timestamptz) from public;
grant execute on function registry.key_origins(timestamptz) to silla_worker, silla_admin;
