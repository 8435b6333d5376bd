-- The audit log is never erased, so the note of an adjustment does not belong there: the movement of the ledger has it. And what staff
-- wrote about those who were erased goes after them.
set local citus.multi_shard_modify_mode = 'sequential';

update audit_entries set detail = detail - 'note'
where action = 'points.adjust' and detail ? 'note';

update points_movements movement set concept = movement.concept || '{"note": ""}'
from customers customer
where customer.business_id = movement.business_id and customer.id = movement.customer_id
  and customer.erased_at is not null and movement.concept ? 'note';

update events event set payload = jsonb_set(event.payload, '{concept,note}', '""')
from customers customer
where customer.business_id = event.business_id and customer.id = (event.payload ->> 'customerId')::bigint
  and customer.erased_at is not null and event.payload -> 'concept' ? 'note';

update booking_transitions transition set reason = ''
from bookings booking join customers customer on customer.business_id = booking.business_id and customer.id = booking.customer_id
where booking.business_id = transition.business_id and booking.id = transition.booking_id
  and customer.erased_at is not null and transition.reason <> '';

update bookings booking set cancel_reason = null
from customers customer
where customer.business_id = booking.business_id and customer.id = booking.customer_id
  and customer.erased_at is not null and booking.cancel_reason is not null;
