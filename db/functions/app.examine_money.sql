-- What is wrong with the payments of the transaction's business: which payments, by id. Looked at
-- are those of the last three months, and however old those that are open, undecided, or of which
-- something went back. The state of a payment is worked out here a second time and in other words
-- than where it is written, since it is that writing which is looked into.
create function app.examine_money(p_business_id uuid, p_late timestamptz)
returns table (
  unsent_refunds bigint[], unsettled_refunds bigint[], failed_refunds bigint[], open_payments bigint[], review_payments bigint[],
  payment_drift bigint[], paid_drift bigint[], unheard_payments bigint[])
language plpgsql as $$
begin
  return query
    with refunded as (
      select refund.payment_id,
        coalesce(sum(refund.amount_cents) filter (where refund.state = 'completed'), 0) as completed_cents,
        coalesce(sum(refund.amount_cents) filter (where refund.state = 'failed'), 0) as failed_cents,
        coalesce(sum(refund.amount_cents) filter (where refund.state <> 'failed'), 0) as promised_cents,
        bool_or(refund.state = 'pending' and refund.refund_ref is null and refund.created_at < p_late) as is_unsent,
        -- a bank may take its time
        bool_or(refund.state = 'pending' and refund.refund_ref is not null
          and refund.created_at < p_late - interval '14 days') as is_unsettled,
        -- nothing was given back in its place; after a month whoever had to see to it has
        bool_or(refund.state = 'failed' and refund.updated_at > p_late - interval '30 days' and refund.amount_cents > (
          select coalesce(sum(later.amount_cents), 0) from app.refunds later
          where later.business_id = p_business_id and later.payment_id = refund.payment_id
            and later.state <> 'failed' and later.created_at >= refund.created_at)) as is_failed
      from app.refunds refund where refund.business_id = p_business_id group by refund.payment_id),
    concerned as (
      select recent.id from app.payments recent
      where recent.business_id = p_business_id and recent.created_at > p_late - interval '92 days'
      union select unpaid.id from app.payments unpaid where unpaid.business_id = p_business_id and unpaid.is_open
      union select undecided.id from app.payments undecided where undecided.business_id = p_business_id and undecided.state = 'review'
      union select refunded.payment_id from refunded),
    seen as (
      select payment.id, payment.booking_id, payment.order_id, payment.package_id, payment.amount_cents, payment.currency, payment.state,
        payment.is_open, payment.status_seen, payment.received_cents, payment.received_currency, payment.refund_seen_cents,
        payment.settled_at, payment.applied, payment.points_awarded, payment.created_at,
        booking.payment_id as booking_paid_by, placed.payment_id as order_paid_by, placed.state as order_state,
        coalesce(refunded.promised_cents, 0) as promised_cents,
        least(payment.received_cents, greatest(
          coalesce(refunded.completed_cents, 0), payment.refund_seen_cents - coalesce(refunded.failed_cents, 0))) as back_cents,
        refunded.is_unsent, refunded.is_unsettled, refunded.is_failed
      from concerned
      join app.payments payment on payment.business_id = p_business_id and payment.id = concerned.id
      left join refunded on refunded.payment_id = payment.id
      left join app.bookings booking on booking.business_id = p_business_id and booking.id = payment.booking_id
      left join app.orders placed on placed.business_id = p_business_id and placed.id = payment.order_id),
    heard as (
      select coalesce(max(event.received_at), '-infinity') as last_at
      from app.processor_events event where event.business_id = p_business_id)
    select
      coalesce(array_agg(seen.id order by seen.id) filter (where seen.is_unsent), '{}'),
      coalesce(array_agg(seen.id order by seen.id) filter (where seen.is_unsettled), '{}'),
      coalesce(array_agg(seen.id order by seen.id) filter (
        where seen.is_failed and seen.state not in ('refunded', 'disputed')), '{}'),
      -- what nobody pays within a day is ended; what is under way at a bank is not
      coalesce(array_agg(seen.id order by seen.id) filter (where seen.is_open and seen.created_at
        < p_late - case seen.state when 'processing' then interval '14 days' else interval '36 hours' end), '{}'),
      -- decided: all of it is to go back
      coalesce(array_agg(seen.id order by seen.id) filter (
        where seen.state = 'review' and (seen.received_cents = 0 or seen.promised_cents < seen.received_cents)), '{}'),
      coalesce(array_agg(seen.id order by seen.id) filter (where seen.state <> case
        when seen.received_cents = 0 then
          case seen.status_seen when 'new' then 'pending' when 'succeeded' then 'review' else seen.status_seen end
        when exists (
          select from app.disputes dispute
          where dispute.business_id = p_business_id and dispute.payment_id = seen.id and dispute.state <> 'won') then 'disputed'
        when seen.back_cents = seen.received_cents then 'refunded'
        when seen.received_cents <> seen.amount_cents or seen.received_currency is distinct from seen.currency then 'review'
        when seen.back_cents > 0 then 'partly_refunded'
        else 'completed' end), '{}'),
      coalesce(array_agg(seen.id order by seen.id) filter (where
        case when seen.applied
          then seen.package_id is null and coalesce(seen.booking_paid_by, seen.order_paid_by) is distinct from seen.id
            or seen.order_state in ('pending', 'cancelled')
            or (seen.booking_id is null and seen.points_awarded <> (
              select coalesce(sum(movement.points), 0) from app.points_movements movement
              where movement.business_id = p_business_id
                and movement.cause = case when seen.order_id is null then 'buy:' || seen.id else 'award-order:' || seen.order_id end))
          -- money that pays for nothing goes back
          else coalesce(seen.booking_paid_by, seen.order_paid_by) = seen.id
            or (seen.settled_at is not null and seen.promised_cents + seen.refund_seen_cents = 0 and seen.is_failed is null)
        end), '{}'),
      coalesce(array_agg(seen.id order by seen.id) filter (where seen.settled_at > heard.last_at + interval '10 minutes'
        and seen.settled_at between p_late - interval '7 days' and p_late), '{}')
    from seen cross join heard;
end $$;
