-- Whoever changes what a salon shows ends with this: the version moves on and every process drops
-- its copy at the commit.
create function app.touch_catalog(p_business_id uuid) returns bigint language plpgsql as $$
declare
  v_version bigint;
begin
  update app.businesses set catalog_version = catalog_version + 1
  where business_id = p_business_id
  returning catalog_version into v_version;
  perform pg_notify('silla_catalog', p_business_id::text);
  return v_version;
end $$;
