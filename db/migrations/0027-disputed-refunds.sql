-- A refund of a disputed payment waits for the dispute, and is cancelled when the salon loses it.
-- Whether the platform returns its fee with a refund is a setting of the salon.
set local citus.multi_shard_modify_mode = 'sequential';

alter table refunds drop constraint refunds_state;
alter table refunds
  add constraint refunds_state check (state in ('pending', 'cancelled', 'completed', 'failed'));
alter table business_settings add column refunds_application_fee boolean not null default false;
create index disputes_open on disputes (business_id, payment_id) where state = 'open';
