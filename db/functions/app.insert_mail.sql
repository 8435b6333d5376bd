-- Writes an email once per cause, in the transaction of the cause, which has set the tenant. Returns the
-- job that sends it, for app.enqueue_all; null if an email for this cause exists already. An erased
-- customer has no address and receives none; without an address there can be a message alone.
--
-- Changes of a booking that follow each other within five minutes become one email. The first is sent
-- at once, the next waits, and what follows replaces it. Only an email that waits for its time is
-- replaced: a worker may be sending any other. The booking is locked, or no other change could run.
--
-- The kinds are listed here and not in a constraint of the table: PostgreSQL would read the expression of the
-- constraint from its text for each statement, which takes longer than to write the row.
--
-- Where the cause also reaches a phone (app.message_route), the message is written too, and the email is
-- held until it turns out that no message is delivered; the job is then that of the message.
create or replace function app.insert_mail(
  p_business_id uuid, p_kind text, p_to text, p_language text, p_payload jsonb, p_cause text,
  p_now timestamptz)
returns jsonb language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  v_between constant interval := interval '5 minutes';
  -- in which a row is stored now
  v_month constant date := date_trunc('month', now() at time zone 'utc');
  v_mail_id bigint;
  v_payload jsonb := p_payload;
  v_send_after timestamptz;
  v_previous_move int;
  v_previous record;
  v_channel text;
  v_phone text;
  v_customer_id bigint;
  v_message_id bigint;
begin
  if p_kind not in (
    'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
    'booking_cancelled', 'booking_expired', 'booking_reminder', 'order_received', 'order_paid',
    'order_expired', 'payment_failed', 'refund_failed', 'dispute', 'payment_review',
    'account_restricted', 'booking_rescheduled', 'waitlist_offer', 'waitlist_offer_expired',
    'owner_booking_created', 'owner_booking_rescheduled', 'owner_booking_cancelled',
    'owner_agenda', 'review_invitation', 'endpoint_disabled', 'staff_invitation',
    'support_requested', 'support_entered', 'staff_code', 'staff_signed_in', 'staff_passkey_added',
    'staff_passkey_deleted', 'staff_recovered', 'staff_role_changed', 'staff_pin_locked',
    'fee_charged', 'fee_authentication', 'fee_failed', 'payout_failed', 'onboarding_code',
    'salon_download', 'templates_rejected') then
    raise exception 'there is no kind % of email', p_kind;
  end if;
  -- most salons send no messages, and need no look for a route
  perform from app.message_senders sender where sender.business_id = p_business_id;
  if found then
    select route.channel, route.to_phone, route.customer_id
    into v_channel, v_phone, v_customer_id
    from app.message_route(p_business_id, p_kind, p_payload, '{}') route;
  end if;
  if p_to = '' and v_channel is null then
    return null;
  end if;
  -- changed services are no change of the time, and the salon wants this email
  if p_payload ? 'linesChanged' then
    v_previous_move := null;
  elsif p_kind in ('booking_rescheduled', 'owner_booking_rescheduled') then
    v_previous_move := (p_payload ->> 'reschedules')::int - 1;
  elsif p_kind in ('booking_cancelled', 'owner_booking_cancelled') then
    v_previous_move := (p_payload ->> 'reschedules')::int;
  end if;
  if v_previous_move > 0 then
    select mail.id, coalesce(mail.send_after, mail.created_at) as sent_after,
      mail.state = 'waiting' and coalesce(mail.send_after > p_now, false) as is_waiting,
      mail.payload -> 'movedFrom' as moved_from
    into v_previous
    from app.mails mail
    where mail.business_id = p_business_id and mail.cause = 'booking:' || (p_payload ->> 'id')
      || case when p_kind like 'owner%' then ':owner' else '' end
      || ':rescheduled:' || v_previous_move;
    if v_previous.is_waiting then
      delete from app.messages
      where business_id = p_business_id and mail_id = v_previous.id and state = 'waiting';
      delete from app.mails where business_id = p_business_id and id = v_previous.id;
      v_send_after := v_previous.sent_after;
      -- the recipient knows of the time before both
      if p_payload ? 'movedFrom' then
        v_payload := p_payload || jsonb_build_object(
          'movedFrom', coalesce(v_previous.moved_from, p_payload -> 'movedFrom'));
      end if;
    elsif v_previous.sent_after > p_now - v_between then
      v_send_after := v_previous.sent_after + v_between;
    end if;
  end if;

  -- the constraint holds within the month in which a row was stored, so only the months before are looked at:
  -- a plan that was made while a month had no rows would read all that the business has written since
  if exists (
    select from app.mails mail
    where mail.business_id = p_business_id and mail.cause = p_cause
      and mail.partition_month < v_month)
  then
    return null;
  end if;
  -- any conflict: naming the constraint has PostgreSQL look for its index in the partition at each statement
  if p_to <> '' then
    insert into app.mails (
      business_id, kind, to_email, language, payload, cause, created_at, send_after, held)
    values (
      p_business_id, p_kind, p_to, p_language, v_payload, p_cause, p_now, v_send_after,
      v_channel is not null)
    on conflict do nothing
    returning id into v_mail_id;
    if v_mail_id is null then
      return null;
    end if;
  end if;
  if v_channel is not null and not exists (
    select from app.messages message
    where message.business_id = p_business_id and message.cause = p_cause
      and message.channel = v_channel and message.partition_month < v_month)
  then
    insert into app.messages (
      business_id, kind, channel, customer_id, to_phone, language, payload, cause, mail_id,
      created_at, send_after)
    values (
      p_business_id, p_kind, v_channel, v_customer_id, v_phone, p_language,
      v_payload, p_cause, v_mail_id, p_now, v_send_after)
    on conflict do nothing
    returning id into v_message_id;
    if v_message_id is not null then
      return jsonb_build_object(
        'task', 'send-message', 'payload', jsonb_build_object('messageId', v_message_id),
        'dueAt', v_send_after,
        'urgent', p_kind in ('booking_confirmed', 'booking_rescheduled', 'booking_cancelled',
          'waitlist_offer'));
    end if;
  end if;
  if v_mail_id is null then
    return null;
  end if;
  if v_channel is not null then
    update app.mails set held = false where business_id = p_business_id and id = v_mail_id;
  end if;
  return jsonb_build_object(
    'task', 'send-mail', 'payload', jsonb_build_object('mailId', v_mail_id), 'dueAt', v_send_after,
    -- somebody has just done something, and waits for it
    'urgent', p_kind in (
      'code', 'already_registered', 'no_account', 'booking_received', 'booking_confirmed',
      'booking_rescheduled', 'booking_cancelled', 'order_received', 'order_paid', 'waitlist_offer',
      'staff_code', 'onboarding_code', 'staff_invitation', 'support_requested', 'support_entered',
      'salon_download'));
end $$;
