-- Writes what belongs to a change of a booking: its history, its event, the emails about it and its
-- jobs. The transaction has set the tenant.
--
-- p_change: (ChangeRecord in db/src/queries/booking-changes.ts)
--   transition: {from, to, by, reason, note, movedFrom, movedTo}; null: neither state nor time changes
--   event: its type
--   more: what event and emails contain beside the booking
--   mails: [{kind, to, language, cause}], each once for its cause; none without an address
--   jobs: as for app.enqueue_all
-- p_booking: the booking as it is now
create or replace function app.record_change(
  p_business_id uuid, p_change jsonb, p_booking jsonb, p_now timestamptz)
returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_transition jsonb := nullif(p_change -> 'transition', 'null');
  v_payload jsonb := p_booking || (p_change -> 'more');
  v_jobs jsonb := jsonb_build_array(
    jsonb_build_object('task', 'position-events', 'key', 'position-events'));
  v_mails jsonb := p_change -> 'mails';
  v_mail jsonb;
  v_job jsonb;
begin
  if v_transition is not null then
    insert into app.booking_transitions (
      business_id, booking_id, from_state, to_state, actor, reason, note, moved_from, moved_to,
      occurred_at)
    values (
      p_business_id, (p_booking ->> 'id')::bigint, v_transition ->> 'from', v_transition ->> 'to',
      v_transition ->> 'by', v_transition ->> 'reason', v_transition ->> 'note',
      (v_transition ->> 'movedFrom')::timestamptz, (v_transition ->> 'movedTo')::timestamptz,
      p_now);
  end if;

  -- as app.record_event and app.request_mail do it, with all jobs in one statement
  insert into app.events (business_id, type, occurred_at, payload)
  values (p_business_id, p_change ->> 'event', p_now, v_payload);
  for v_position in 0 .. jsonb_array_length(v_mails) - 1 loop
    v_mail := v_mails -> v_position;
    v_job := app.insert_mail(
      p_business_id, v_mail ->> 'kind', v_mail ->> 'to', v_mail ->> 'language', v_payload,
      v_mail ->> 'cause', p_now);
    if v_job is not null then
      v_jobs := v_jobs || v_job;
    end if;
  end loop;
  perform app.enqueue_all(v_jobs || (p_change -> 'jobs'));
end $$;
