-- Lists inconsistent payments of the transaction's business, by id. It checks the payments of the
-- last three months and, whatever their age, those that are open, in review, unverified or have
-- refunds. The expected state of a payment is computed here independently of the code that writes
-- it, because that code is what this checks.
create or replace function app.check_payments(p_business_id uuid, p_late timestamptz)
returns table (
  unsent_refunds bigint[], unsettled_refunds bigint[], failed_refunds bigint[],
  open_payments bigint[], review_payments bigint[], payment_drift bigint[], paid_drift bigint[],
  payments_without_event bigint[], unverified_payments bigint[], underfunded_refunds bigint[])
language plpgsql set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan as $$
begin
  return query
    with refunded as (
      select refund.payment_id,
        coalesce(sum(refund.amount_cents) filter (where refund.state = 'completed'), 0)
          as completed_cents,
        coalesce(sum(refund.amount_cents) filter (where refund.state = 'failed'), 0)
          as failed_cents,
        coalesce(
          sum(refund.amount_cents) filter (where refund.state in ('pending', 'completed')), 0)
          as promised_cents,
        -- while a dispute is open, a refund is not due
        bool_or(refund.state = 'pending' and refund.refund_ref is null
          and refund.failure_message = '' and refund.created_at < p_late
          and not exists (
            select from app.disputes dispute
            where dispute.business_id = p_business_id
              and dispute.payment_id = refund.payment_id and dispute.state = 'open')) as is_unsent,
        -- the processor refuses it for now, and the worker sends it again
        bool_or(refund.state = 'pending' and refund.refund_ref is null
          and refund.failure_message <> '') as is_underfunded,
        -- banks may take up to two weeks
        bool_or(refund.state = 'pending' and refund.refund_ref is not null
          and refund.created_at < p_late - interval '14 days') as is_unsettled,
        -- failed, and no refund that was requested after the failure replaced it; what the processor
        -- refused because of another one is not replaced by that, which is learned of at the same time.
        -- After a month it is assumed to be handled
        bool_or(refund.state = 'failed' and refund.updated_at > p_late - interval '30 days'
          and refund.amount_cents > (
            select coalesce(sum(later.amount_cents), 0) from app.refunds later
            where later.business_id = p_business_id and later.payment_id = refund.payment_id
              and later.state in ('pending', 'completed')
              and later.created_at >= refund.updated_at
              and (refund.refund_ref is not null or later.created_at > refund.updated_at))) as is_failed
      from app.refunds refund
      where refund.business_id = p_business_id
      group by refund.payment_id),
    candidates as (
      select recent.id from app.payments recent
      where recent.business_id = p_business_id
        and recent.created_at > p_late - interval '92 days'
      union select unpaid.id from app.payments unpaid
      where unpaid.business_id = p_business_id and unpaid.is_open
      union select undecided.id from app.payments undecided
      where undecided.business_id = p_business_id and undecided.state = 'review'
      union select unverified.id from app.payments unverified
      where unverified.business_id = p_business_id and unverified.unverified_since is not null
      union select refunded.payment_id from refunded),
    checked as (
      select payment.id, payment.purpose, payment.booking_id, payment.order_id, payment.package_id,
        payment.amount_cents, payment.currency, payment.state, payment.is_open,
        payment.status_seen, payment.received_cents, payment.received_currency,
        payment.refund_seen_cents, payment.settled_at, payment.applied, payment.points_awarded,
        payment.created_at, payment.unverified_since, booking.payment_id as booking_paid_by,
        placed.payment_id as order_paid_by, placed.state as order_state,
        coalesce(refunded.promised_cents, 0) as promised_cents,
        least(payment.received_cents, greatest(
          coalesce(refunded.completed_cents, 0),
          payment.refund_seen_cents - coalesce(refunded.failed_cents, 0))) as refunded_cents,
        refunded.is_unsent, refunded.is_unsettled, refunded.is_failed, refunded.is_underfunded,
        (
          select coalesce(sum(dispute.amount_cents), 0) from app.disputes dispute
          where dispute.business_id = p_business_id and dispute.payment_id = payment.id
            and dispute.state = 'lost') as lost_cents
      from candidates
      join app.payments payment
        on payment.business_id = p_business_id and payment.id = candidates.id
      left join refunded on refunded.payment_id = payment.id
      left join app.bookings booking
        on booking.business_id = p_business_id and booking.id = payment.booking_id
      left join app.orders placed
        on placed.business_id = p_business_id and placed.id = payment.order_id),
    last_event as (
      select coalesce(max(event.received_at), '-infinity') as received_at
      from app.processor_events event where event.business_id = p_business_id)
    select
      coalesce(array_agg(checked.id order by checked.id) filter (where checked.is_unsent), '{}'),
      coalesce(array_agg(checked.id order by checked.id) filter (where checked.is_unsettled), '{}'),
      coalesce(array_agg(checked.id order by checked.id) filter (
        where checked.is_failed
          -- refunds or lost disputes have returned all of it
          and checked.refunded_cents + checked.lost_cents < checked.received_cents), '{}'),
      -- an unpaid payment is closed within a day; one that a bank is processing may take two weeks
      coalesce(array_agg(checked.id order by checked.id) filter (
        where checked.is_open and checked.created_at < p_late
          - case checked.state when 'processing' then interval '14 days'
              else interval '36 hours' end), '{}'),
      -- review ends when the whole amount is being refunded
      coalesce(array_agg(checked.id order by checked.id) filter (
        where checked.state = 'review'
          and (checked.received_cents = 0
            or checked.promised_cents < checked.received_cents)), '{}'),
      coalesce(array_agg(checked.id order by checked.id) filter (where checked.state <> case
        when checked.received_cents = 0 then
          case checked.status_seen
            when 'new' then 'pending'
            when 'succeeded' then 'review'
            else checked.status_seen
          end
        when exists (
          select from app.disputes dispute
          where dispute.business_id = p_business_id and dispute.payment_id = checked.id
            and dispute.state <> 'won') then 'disputed'
        when checked.refunded_cents = checked.received_cents then 'refunded'
        when checked.received_cents <> checked.amount_cents
          or checked.received_currency is distinct from checked.currency then 'review'
        when checked.refunded_cents > 0 then 'partly_refunded'
        else 'completed' end), '{}'),
      coalesce(array_agg(checked.id order by checked.id) filter (where
        exists (
          select from app.bookings other
          where other.business_id = p_business_id and other.payment_id = checked.id
            and other.id is distinct from checked.booking_id)
        or exists (
          select from app.orders other
          where other.business_id = p_business_id and other.payment_id = checked.id
            and other.id is distinct from checked.order_id)
        or case when checked.applied
          then checked.package_id is null and checked.purpose <> 'fee'
              and coalesce(checked.booking_paid_by, checked.order_paid_by)
                is distinct from checked.id
            or checked.order_state in ('pending', 'cancelled')
            or (checked.booking_id is null and checked.points_awarded <> (
              select coalesce(sum(movement.points), 0) from app.points_movements movement
              where movement.business_id = p_business_id
                and movement.cause = case when checked.order_id is null
                  then 'buy:' || checked.id else 'award-order:' || checked.order_id end))
          -- a payment that was not applied to anything must be refunded
          else coalesce(checked.booking_paid_by, checked.order_paid_by) = checked.id
            or (checked.settled_at is not null
              and checked.promised_cents + checked.refund_seen_cents = 0
              and checked.is_failed is null
              and not exists (
                select from app.disputes dispute
                where dispute.business_id = p_business_id and dispute.payment_id = checked.id
                  and dispute.state = 'lost'))
        end), '{}'),
      coalesce(array_agg(checked.id order by checked.id) filter (
        where checked.settled_at > last_event.received_at + interval '10 minutes'
          and checked.settled_at between p_late - interval '7 days' and p_late), '{}'),
      -- reconciliation verifies it for a month; then it is assumed to be handled
      coalesce(array_agg(checked.id order by checked.id) filter (
        where checked.unverified_since > p_late - interval '30 days'), '{}'),
      coalesce(array_agg(checked.id order by checked.id) filter (where checked.is_underfunded),
        '{}')
    from checked cross join last_event;
end $$;
