-- The group of nodes of a Citus cluster that has the rows of a business. Not on plain PostgreSQL, which
-- lacks the functions and tables of the extension.
create or replace function app.node_group(p_id uuid) returns int
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  return (
    select placement.groupid from pg_dist_placement placement
    where placement.shardid = get_shard_id_for_distribution_column('app.businesses', p_id));
end $$;
