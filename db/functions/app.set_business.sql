-- Sets the tenant for the rest of this transaction. SET LOCAL, because Citus propagates it to its
-- workers.
create function app.set_business(p_business_id uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('set local app.business_id = %L', p_business_id);
end $$;
