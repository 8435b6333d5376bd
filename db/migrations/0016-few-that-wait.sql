-- The few rows that wait for somebody are found without looking at the many that do not, by the doctor above all.
set local citus.multi_shard_modify_mode = 'sequential';

create index mails_unsent on mails (business_id, state, created_at) where state in ('waiting', 'failed');
create index orders_pending on orders (business_id, expires_at) where state = 'pending';
create index payments_in_review on payments (business_id, id) where state = 'review';
