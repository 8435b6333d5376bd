-- Whether the card was declined follows from the type of the processor's error, which its code does not tell. The codes below are those
-- that were told apart so far.
set local citus.multi_shard_modify_mode = 'sequential';

alter table payments add column failure_declined boolean not null default false;
update payments set failure_declined = true
where failed_at is not null
  and failure_code not in ('', 'processing_error', 'payment_intent_authentication_failure');
