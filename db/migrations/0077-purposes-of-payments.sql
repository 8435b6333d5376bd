-- What a payment is for (D46): the whole price of a visit, a deposit on it, or a fee of somebody who did
-- not come. A fee has nothing to do with whether the visit is paid, so that it may be open beside a
-- payment of the visit: db/indexes has the index of each.
set local citus.multi_shard_modify_mode = 'sequential';

alter table payments add column purpose text not null default 'total';
alter table payments add constraint payments_purpose check (purpose in ('total', 'deposit', 'fee'));

-- until the narrower one exists, the lock of the booking keeps a second payment out
drop index payments_open_booking;
