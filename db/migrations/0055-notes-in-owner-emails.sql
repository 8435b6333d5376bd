-- Whether the emails to a salon about its bookings contain what customers wrote to it.
set local citus.multi_shard_modify_mode = 'sequential';

alter table business_settings add column notes_in_owner_emails boolean not null default true;
