-- Whether a partitioned table has a partition for a month, besides the default one.
create or replace function app.has_month(p_table regclass, p_month date) returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return exists (
    select from pg_inherits part
    join pg_class class on class.oid = part.inhrelid
    cross join lateral (select pg_get_expr(class.relpartbound, class.oid) as text) bound
    where part.inhparent = p_table
      and coalesce(substring(bound.text from 'FROM \(''([0-9-]+)''\)')::date, '-infinity') <= p_month
      and substring(bound.text from 'TO \(''([0-9-]+)''\)')::date > p_month);
end $$;
