-- Gives new rows of the tables whose ids are public a random id instead of the next number of a
-- sequence, which all salons would share and anybody could count by (decision 0018). Migrations up
-- to 0010 created these tables with an identity; a new table declares the same default itself.
-- Ids are between 1 and 2^48, so a JavaScript number holds them. Tables that have been changed, or
-- do not exist yet, are skipped.
create or replace function app.use_random_ids() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_table regclass;
begin
  for v_table in
    select identity_column.attrelid::regclass
    from pg_attribute identity_column
    where identity_column.attname = 'id' and identity_column.attidentity <> ''
      and identity_column.attrelid in (
        select to_regclass('app.' || name) from unnest(array[
          'bookings', 'categories', 'customers', 'disputes', 'mails', 'orders', 'payments',
          'points_movements', 'points_packages', 'products', 'refunds', 'resources', 'reviews',
          'services', 'sessions']) as name)
    order by 1
  loop
    execute format('alter table %s alter column id drop identity', v_table);
    execute format($default$
      alter table %s alter column id
        set default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint
    $default$, v_table);
  end loop;
end $$;
