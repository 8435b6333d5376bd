-- Protects a tenant table; call it right after CREATE TABLE. It enables and forces row-level
-- security, with one policy for the running roles and one for the owner, and grants the running
-- roles their rights. The tenant policy is strict: without a tenant it raises an error instead of
-- returning no rows.
create or replace function app.protect(p_table regclass) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_sequence regclass;
begin
  execute format('alter table %s enable row level security', p_table);
  execute format('alter table %s force row level security', p_table);
  execute format($policy$
    create policy tenant on %s to silla_api, silla_worker, silla_admin
      using (business_id = current_setting('app.business_id')::uuid)
      with check (business_id = current_setting('app.business_id')::uuid)
  $policy$, p_table);
  execute format(
    'create policy maintenance on %s to silla_owner using (true) with check (true)', p_table);
  execute format(
    'grant select, insert, update, delete on %s to silla_api, silla_worker, silla_admin', p_table);
  for v_sequence in
    select dependency.objid::regclass
    from pg_depend dependency
    join pg_class sequence on sequence.oid = dependency.objid and sequence.relkind = 'S'
    where dependency.refobjid = p_table and dependency.deptype = 'i'
  loop
    execute format(
      'grant usage on sequence %s to silla_api, silla_worker, silla_admin', v_sequence);
  end loop;
end $$;
