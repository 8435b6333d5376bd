-- Increments the catalogue version and notifies every process, which drops its cached copy when the
-- transaction commits. Call it at the end of every change to a catalogue.
create or replace function app.touch_catalog(p_business_id uuid) returns bigint
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_version bigint;
begin
  update app.businesses set catalog_version = catalog_version + 1
  where business_id = p_business_id
  returning catalog_version into v_version;
  perform pg_notify('silla_catalog', p_business_id::text);
  return v_version;
end $$;
