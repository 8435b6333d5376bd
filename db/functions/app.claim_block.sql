-- Takes resources for a block from p_starts_at to p_ends_at, in claims of at most 24 hours. Returns
-- false as soon as something else has a part of that time; the caller then rolls back.
create or replace function app.claim_block(
  p_business_id uuid, p_block_id bigint, p_resource_ids bigint[], p_starts_at timestamptz,
  p_ends_at timestamptz, p_now timestamptz)
returns boolean
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_parts int := ceil(extract(epoch from p_ends_at - p_starts_at) / 86400);
  v_claims jsonb;
begin
  select jsonb_agg(jsonb_build_object('resourceId', resource.id,
    'startsAt', p_starts_at + part.number * interval '24 hours',
    'endsAt', least(p_starts_at + (part.number + 1) * interval '24 hours', p_ends_at)))
  into v_claims
  from unnest(p_resource_ids) as resource (id)
  cross join generate_series(0, v_parts - 1) as part (number);
  return app.claim_visit(p_business_id, v_claims, p_block_id, p_now, p_kind => 'block');
end $$;
