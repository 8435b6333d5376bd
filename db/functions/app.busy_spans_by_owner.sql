-- The same as app.busy_spans, and which of the claims do not count everywhere:
--   blocks: those of the salon that are neither bookings nor holds and begin from p_blocks_since to
--     p_blocks_to (D32)
--   own: those of the booking p_booking_id, which is to be moved; empty without one
-- Both are in the binary format of the types: of each claim its resource as int8, its start and its
-- end as timestamptz.
--
-- app.busy_spans, which is called most often, reads claims from their index alone. Owner and kind
-- are not in it; these claims are few, and other indexes find them.
create or replace function app.busy_spans_by_owner(
  p_business_id uuid, p_resource_ids bigint[], p_since timestamptz[], p_from timestamptz[],
  p_to timestamptz[], p_now timestamptz, p_blocks_since timestamptz, p_blocks_to timestamptz,
  p_booking_id bigint,
  out catalog_version bigint, out claims bytea, out blocks bytea, out own bytea)
language plpgsql set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
begin
  select busy.catalog_version, busy.claims into catalog_version, claims
  from app.busy_spans(p_business_id, p_resource_ids, p_since, p_from, p_to, p_now) busy;

  select coalesce(string_agg(int8send(claim.resource_id) || timestamptz_send(claim.starts_at)
    || timestamptz_send(claim.ends_at), null), '')
  into blocks
  from app.claims claim
  where claim.business_id = p_business_id and claim.kind = 'block'
    and claim.starts_at >= p_blocks_since and claim.starts_at < p_blocks_to;

  own := '';
  if p_booking_id is not null then
    select coalesce(string_agg(int8send(claim.resource_id) || timestamptz_send(claim.starts_at)
      || timestamptz_send(claim.ends_at), null), '')
    into own
    from app.claims claim
    where claim.business_id = p_business_id and claim.owner_kind = 'booking'
      and claim.owner_id = p_booking_id;
  end if;
end $$;
