-- Nobody is to hold a salon's times without paying for them: from where a booking was asked for, as long as it waits for its payment.
set local citus.multi_shard_modify_mode = 'sequential';

alter table bookings add column asked_from text;
alter table bookings
  add constraint bookings_asked_from check (asked_from is null or (state = 'pending' and payment_required and payment_id is null));
create index bookings_unpaid on bookings (business_id, asked_from) where asked_from is not null;
