-- Records a change by staff, support or a secret key in its transaction, which has set the tenant.
--
-- p_audit: {operator, staffId, supportId, action, detail, at} (AuditParam in db/src/queries/audit.ts); null,
--   in SQL or JSON: nothing is recorded. The operator's name is passed, because a setting of the
--   connection does not reach the node of a cluster on which this runs
-- p_more: what the detail contains besides
-- Raises SU001 when the access of support has ended, or was approved for reading only: what it changes is
-- undone. The access is locked until the transaction ends, so that nothing is written after its end.
create or replace function app.insert_audit_entry(p_business_id uuid, p_audit jsonb, p_more jsonb)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_action text := p_audit ->> 'action';
  v_detail jsonb := (p_audit -> 'detail') || coalesce(p_more, '{}');
  v_support_id bigint := (p_audit ->> 'supportId')::bigint;
  v_topic text := split_part(v_action, '.', 1);
  -- the id by which the detail names the record of the topic: `bookingId` of `bookings.cancel`
  v_record jsonb := v_detail -> case v_topic
    when 'calendars' then 'feedId'
    when 'recovery' then 'codeId'
    when 'till' then 'tillEntryId'
    when 'waitlist' then 'entryId'
    when 'webhooks' then 'endpointId'
    else rtrim(v_topic, 's') || 'Id'
  end;
  -- in a variable: a distributed insert evaluates all branches of a CASE
  v_record_id bigint := case when jsonb_typeof(v_record) = 'number' then v_record::bigint end;
begin
  if coalesce(p_audit, 'null') = 'null' then
    return;
  end if;
  if v_support_id is not null then
    perform from app.support_accesses
    where business_id = p_business_id and id = v_support_id and can_write and ended_at is null
      and expires_at > (p_audit ->> 'at')::timestamptz
    for share;
    if not found then
      raise exception using errcode = 'SU001', message = 'the access of support has ended';
    end if;
  end if;
  insert into app.audit_entries (
    business_id, occurred_at, operator, action, detail, staff_id, support_id, topic, record_id)
  values (
    p_business_id, (p_audit ->> 'at')::timestamptz, p_audit ->> 'operator', v_action, v_detail,
    (p_audit ->> 'staffId')::bigint, v_support_id, v_topic, v_record_id);
end $$;
