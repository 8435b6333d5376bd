-- Letters to customers: asked for in the transaction of their cause, written and sent by the worker.
set local citus.multi_shard_modify_mode = 'sequential';

-- A cause is told once: asking again for the same one changes nothing. The payload is what the letter is about, in the core's own
-- words; subject and bodies are there once the worker has written them. `kept`: there is no way out, so it stays to be read here.
create table mails (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  kind text not null,
  to_email text not null,
  language text not null,
  payload jsonb not null,
  cause text not null,
  state text not null default 'waiting',
  attempts int not null default 0,
  last_error text not null default '',
  subject text not null default '',
  text_body text not null default '',
  html_body text not null default '',
  calendar text not null default '',
  created_at timestamptz not null,
  sent_at timestamptz,
  constraint mails_pk primary key (business_id, id),
  constraint mails_cause unique (business_id, cause),
  constraint mails_kind check (kind in (
    'code', 'already_registered', 'booking_received', 'booking_confirmed', 'booking_cancelled', 'booking_expired',
    'booking_reminder', 'order_received', 'order_expired')),
  constraint mails_language check (language in ('es', 'en', 'ar')),
  constraint mails_state check (state in ('waiting', 'sent', 'kept', 'failed')),
  constraint mails_cause_length check (length(cause) between 1 and 200)
);
select app.protect('mails');
select app.distribute('mails', 'tenant');
alter table mails add constraint mails_business foreign key (business_id) references businesses (business_id);
create index mails_by_time on mails (business_id, created_at);

-- Jobs asked for and not yet taken over by the worker, which owns them. Putting one here costs its transaction a single insert, where
-- the worker's own queue would cost it several statements and a notice, on which commits wait for each other.
set local role silla_worker;
create table jobs.outbox (
  id bigint generated always as identity,
  task text not null,
  payload jsonb not null,
  queue_name text,
  run_at timestamptz,
  max_attempts int not null,
  job_key text,
  constraint outbox_pk primary key (id),
  constraint outbox_key_length check (length(job_key) <= 300)
);
set local role silla_owner;
