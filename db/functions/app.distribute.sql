-- Where the Citus extension is installed the table is spread over the cluster; on plain Postgres
-- nothing happens. p_kind is 'tenant' (by business_id, beside its business) or 'reference' (a copy
-- on every node). FORCE is taken back on Citus, where it would block moving a tenant; the running
-- roles own nothing, so they stay held.
create function app.distribute(p_table regclass, p_kind text) returns void language plpgsql as $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  if p_kind = 'reference' then
    execute format('select create_reference_table(%L)', p_table);
  elsif p_table = 'app.businesses'::regclass then
    execute format('select create_distributed_table(%L, ''business_id'')', p_table);
    execute format('alter table %s no force row level security', p_table);
  else
    execute format('select create_distributed_table(%L, ''business_id'', colocate_with => ''app.businesses'')', p_table);
    execute format('alter table %s no force row level security', p_table);
  end if;
end $$;
