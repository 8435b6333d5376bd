-- Sets the tenant for the rest of this transaction. On a cluster with SET LOCAL, which Citus
-- propagates to its nodes if the role has this setting; elsewhere with set_config, which costs a
-- third of it.
--
-- A transaction that writes holds the salon open until it ends. One of a salon that is closed for writing,
-- because it moves, becomes read-only instead (registry.hold_open).
create or replace function app.set_business(p_business_id uuid) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- assigned, because `perform` would be a query
  v_business_id text;
begin
  if current_setting('citus.propagate_set_commands', true) = 'local' then
    execute format('set local app.business_id = %L', p_business_id);
    return;
  end if;
  v_business_id := set_config('app.business_id', p_business_id::text, true);
  if current_setting('transaction_read_only') = 'off'
    and not registry.hold_open(p_business_id)
  then
    perform set_config('transaction_read_only', 'on', true);
  end if;
end $$;
