-- What a salon wants in advance, and what it returns to a customer who cancels (D38, D39). What a booking
-- requires is decided when it is made, and stays with it.
set local citus.multi_shard_modify_mode = 'sequential';

-- null: none; otherwise percent or amountCents, onlyNewCustomers, fromTotalCents
alter table business_settings add column deposit jsonb;
-- how many missed visits make a customer owe the deposit; null: they do not matter
alter table business_settings add column after_no_shows int;
-- hours before the start and what is returned from then on, in percent; the earliest first
alter table business_settings add column refund_tiers jsonb not null default '[]';
-- percent or amountCents; null: as the salon's
alter table services add column deposit jsonb;
-- null: all of the price
alter table bookings add column deposit_cents bigint;
-- null: of a release that had no deposits
alter table holds add column requirement text;
alter table holds add constraint holds_requirement check (requirement in ('none', 'deposit', 'total'));
