-- How many emails were sent to a recipient, and because of a client address, over all salons (D30).
-- Rows hold hashes, no addresses, and are deleted after a day.
set local citus.multi_shard_modify_mode = 'sequential';

create table registry.mail_counts (
  key_hash bytea not null,
  -- of the last hour, in order
  sent_at timestamptz[] not null,
  -- when one more may be sent; null: now
  blocked_until timestamptz,
  constraint mail_counts_pk primary key (key_hash),
  constraint mail_counts_hash_length check (octet_length(key_hash) = 32)
);
select app.distribute('registry.mail_counts', 'reference');

-- One row: without it, hashes of known addresses could be compared.
create table registry.mail_hash_keys (
  key bytea not null,
  constraint mail_hash_keys_pk primary key (key),
  constraint mail_hash_keys_length check (octet_length(key) = 32)
);
select app.distribute('registry.mail_hash_keys', 'reference');
insert into registry.mail_hash_keys (key)
values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));

-- null: as soon as possible
alter table mails add column send_after timestamptz;
-- when it was withheld, because its recipient had got too many; its state is 'sent', so that nothing
-- sends it
alter table mails add column withheld_at timestamptz;
