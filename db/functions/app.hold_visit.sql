-- Holds the time of a visit, completely or not at all, in one round trip (D36). The claims decide,
-- as in app.book_visit.
--
-- outcome: 'held' | 'limit' | 'taken' | 'stale' | 'repeated' | 'reused' | 'in_progress', as in
-- app.book_visit; anything but 'held' wrote nothing. way is the index of the one that was taken.
--
-- p_visit: what is to be held (NewHold in db/src/queries/holds.ts)
--   hold: the fields of the hold that do not depend on who does it
--   ways: [{professionalId, hold, claims}], with the other fields; of several ways the first that is
--     free is taken
--   balanceDay: as in app.claim_first_free
--   catalogVersion: the one that the visit was planned with
--   wakesWaitlist: whether a job offers the time to the waitlist when the hold expires (D40)
--   audit: as p_audit of app.insert_audit_entry; null: nothing is recorded
-- p_limits: as for app.hold_limit_reached
-- p_idempotency: as in app.book_visit
--
-- Locks are taken in the order of app.book_visit.
create or replace function app.hold_visit(
  p_business_id uuid, p_visit jsonb, p_limits jsonb, p_idempotency jsonb, p_now timestamptz)
returns table (outcome text, way int, hold_id bigint, answer jsonb, catalog_version bigint)
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  v_minutes_ago timestamptz := p_now - interval '5 minutes';
  v_jobs jsonb := '[]';
  v_hold jsonb := p_visit -> 'hold';
  v_ways jsonb := p_visit -> 'ways';
  v_starts_at timestamptz := (v_hold ->> 'startsAt')::timestamptz;
  v_expires_at timestamptz := (v_hold ->> 'expiresAt')::timestamptz;
  v_key_hash bytea := decode(p_idempotency ->> 'keyHash', 'hex');
  v_scope text := p_limits ->> 'scope';
  v_catalog_version bigint;
  v_outcome text;
  v_answer jsonb;
  v_hold_id bigint;
  v_requested_ids bigint[];
  v_way int := 0;
begin
  perform app.set_business(p_business_id);
  select business.catalog_version into strict v_catalog_version
  from app.businesses business where business.business_id = p_business_id
  for key share;
  if v_catalog_version <> (p_visit ->> 'catalogVersion')::bigint then
    return query select 'stale', null::int, null::bigint, null::jsonb, v_catalog_version;
    return;
  end if;

  -- an exception SL001 undoes all that was written, and its message is the outcome
  begin
    if v_key_hash is not null then
      select request.outcome, request.answer into v_outcome, v_answer
      from app.begin_idempotent_request(
        p_business_id, v_key_hash, decode(p_idempotency ->> 'requestHash', 'hex'),
        (p_idempotency ->> 'now')::timestamptz) request;
      if v_outcome <> 'new' then
        raise exception using errcode = 'SL001', message = v_outcome;
      end if;
    end if;
    if v_scope is not null then
      perform pg_advisory_xact_lock(hashtextextended(p_business_id::text || v_scope, 1));
    end if;
    if app.hold_limit_reached(p_business_id, p_limits, v_starts_at,
      (v_ways -> 0 -> 'hold' ->> 'endsAt')::timestamptz, p_now) then
      raise exception using errcode = 'SL001', message = 'limit';
    end if;

    -- the default of holds.id, known before the row because the claims refer to it
    v_hold_id := 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint;
    if jsonb_array_length(v_ways) > 1 then
      v_way := app.claim_first_free(
        p_business_id, v_ways, p_visit -> 'balanceDay', v_hold_id, p_now, v_expires_at);
    elsif not app.claim_visit(
      p_business_id, v_ways -> 0 -> 'claims', v_hold_id, p_now, v_expires_at) then
      v_way := null;
    end if;
    if v_way is null then
      raise exception using errcode = 'SL001', message = 'taken';
    end if;
  exception when sqlstate 'SL001' then
    return query select sqlerrm, null::int, null::bigint, v_answer, v_catalog_version;
    return;
  end;

  v_hold := v_hold || (v_ways -> v_way -> 'hold') || jsonb_build_object('id', v_hold_id);
  v_requested_ids := array(
    select requested.id::bigint
    from jsonb_array_elements_text(v_hold -> 'requestedIds') with ordinality as requested (id, position)
    order by requested.position);
  -- while there are claims of holds, one job of the salon deletes those that have expired; it is known to
  -- wait when there are others, which have not been over for five minutes. Holds say nothing about it: they
  -- stay when they become bookings, and then there may be nothing left for which the job runs again
  if not exists (
    select from app.claims claim
    where claim.business_id = p_business_id and claim.expires_at > v_minutes_ago
      and claim.owner_id <> v_hold_id) then
    v_jobs := jsonb_build_array(jsonb_build_object(
      'task', 'delete-expired-claims', 'payload', '{}'::jsonb,
      'dueAt', v_expires_at + interval '5 minutes', 'key', 'delete-expired-claims'));
  end if;
  insert into app.holds (
    business_id, id, starts_at, ends_at, lines, requested_ids, currency, due_now_cents,
    requirement, guarantee, limit_scope, expires_at, created_at)
  values (
    p_business_id, v_hold_id, v_starts_at, (v_hold ->> 'endsAt')::timestamptz, v_hold -> 'lines',
    v_requested_ids,
    v_hold ->> 'currency', (v_hold ->> 'dueNowCents')::bigint, v_hold ->> 'requirement',
    nullif(v_hold -> 'guarantee', 'null'), v_scope, v_expires_at, p_now);
  -- the time of a hold is free as soon as it expires: then the waitlist gets offers
  if (p_visit ->> 'wakesWaitlist')::boolean and exists (
    select from app.waitlist_entries entry
    where entry.business_id = p_business_id and entry.state in ('waiting', 'offered')) then
    v_jobs := v_jobs || jsonb_build_object(
      'task', 'free-hold', 'payload', jsonb_build_object('holdId', v_hold_id),
      'dueAt', v_expires_at, 'key', 'free-hold:' || v_hold_id);
  end if;
  if v_jobs <> '[]' then
    perform app.enqueue_all(v_jobs);
  end if;
  perform app.insert_audit_entry(
    p_business_id, p_visit -> 'audit', jsonb_build_object('holdId', v_hold_id));
  if v_key_hash is not null then
    update app.idempotency_keys set answer = v_hold
    where business_id = p_business_id and key_hash = v_key_hash;
  end if;
  return query select 'held', v_way, v_hold_id, null::jsonb, v_catalog_version;
end $$;
