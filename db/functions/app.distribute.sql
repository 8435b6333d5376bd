-- Where the Citus extension is installed, distributes the table over the cluster; on plain
-- PostgreSQL it does nothing. p_kind is 'tenant' (sharded by business_id, on the node of its
-- business) or 'reference' (a copy on every node). On Citus, FORCE ROW LEVEL SECURITY is removed
-- again, because it would block moving a tenant to another node; the running roles own nothing, so
-- the policies still apply to them. An identity cannot be dropped once its table is distributed, so
-- ids become random before.
create or replace function app.distribute(p_table regclass, p_kind text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from pg_extension where extname = 'citus') then
    return;
  end if;
  perform app.use_random_ids();
  if p_kind = 'reference' then
    execute format('select create_reference_table(%L)', p_table);
  elsif p_table = 'app.businesses'::regclass then
    execute format('select create_distributed_table(%L, ''business_id'')', p_table);
    execute format('alter table %s no force row level security', p_table);
  else
    execute format(
      'select create_distributed_table(%L, ''business_id'', colocate_with => ''app.businesses'')',
      p_table);
    execute format('alter table %s no force row level security', p_table);
  end if;
end $$;
