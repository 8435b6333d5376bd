-- Sets the tenant as app.set_business does, and leaves open whether the salon may be closed for writing: for
-- functions that only read, which need no lock for it, and for the move itself, which writes while it is closed.
create or replace function app.set_tenant(p_business_id uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- assigned, because `perform` would be a query
  v_business_id text;
begin
  if current_setting('citus.propagate_set_commands', true) = 'local' then
    execute format('set local app.business_id = %L', p_business_id);
  else
    v_business_id := set_config('app.business_id', p_business_id::text, true);
  end if;
end $$;
