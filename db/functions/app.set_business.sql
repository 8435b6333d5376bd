-- Every statement of the rest of this transaction belongs to one business. SET LOCAL, because it is
-- what Citus carries to its workers.
create function app.set_business(p_business_id uuid) returns void language plpgsql as $$
begin
  execute format('set local app.business_id = %L', p_business_id);
end $$;
