-- Contracts: programs since 0.2.0 fulfil the wider checks.
-- Messages to phones, by SMS and WhatsApp, beside emails (D77).
set local citus.multi_shard_modify_mode = 'sequential';

-- A consent to messages is for one number: that of the customer when it was given.
alter table customer_consents drop constraint customer_consents_kind;
alter table customer_consents add constraint customer_consents_kind check (kind in ('marketing', 'health', 'sms', 'whatsapp'));
alter table customer_consents drop constraint customer_consents_means;
alter table customer_consents add constraint customer_consents_means check (
  means in ('in_person', 'paper', 'phone', 'email', 'online', 'message', 'reassigned'));
alter table customer_consents add column phone text not null default '';
-- who recorded it; 'system': another customer has the number now
alter table customer_consents add column recorded_by text not null default 'business';
alter table customer_consents add column staff_id bigint;
alter table customer_consents add constraint customer_consents_recorded_by check (recorded_by in ('customer', 'business', 'system'));
alter table customer_consents
  add constraint customer_consents_staff foreign key (business_id, staff_id) references staff (business_id, id);

-- An email waits while a message about the same cause may still be delivered. One that a delivered message
-- replaces counts as sent for the programs of the release before.
alter table mails add column held boolean not null default false;
alter table mails add column replaced_at timestamptz;

-- What a salon sends messages from: one sender for each channel.
create table message_senders (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  channel text not null,
  sender text not null,
  -- when the name or number was registered with the authority; null: it is not known to be
  registered_on date,
  -- {"silla_booking_confirmed_1": {"es": "approved"}}
  templates jsonb not null default '{}',
  created_at timestamptz not null,
  constraint message_senders_pk primary key (business_id, id),
  constraint message_senders_channel_unique unique (business_id, channel),
  constraint message_senders_channel check (channel in ('sms', 'whatsapp')),
  constraint message_senders_length check (length(sender) between 1 and 40)
);
select app.protect('message_senders');
select app.distribute('message_senders', 'tenant');
alter table message_senders
  add constraint message_senders_business foreign key (business_id) references businesses (business_id);

-- Finds the salon of a callback.
create table registry.message_senders (
  channel text not null,
  sender text not null,
  business_id uuid not null,
  constraint registry_message_senders_pk primary key (channel, sender),
  constraint registry_message_senders_channel check (channel in ('sms', 'whatsapp'))
);
select app.distribute('registry.message_senders', 'reference');
alter table registry.message_senders
  add constraint registry_message_senders_business foreign key (business_id) references registry.businesses (business_id);
create index registry_message_senders_by_business on registry.message_senders (business_id);
grant select, insert, update, delete on registry.message_senders to silla_admin;

-- One message for each cause and channel. waiting: to be sent; sending: an attempt is open; unknown: it may
-- have been sent; sent: the provider has accepted it; dropped: it was not sent, for the reason in error.
create table messages (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  kind text not null,
  channel text not null,
  -- null: to the owner
  customer_id bigint,
  to_phone text not null,
  language text not null,
  payload jsonb not null,
  cause text not null,
  -- the email that waits for it; null: there is none
  mail_id bigint,
  state text not null default 'waiting',
  attempts int not null default 0,
  -- counted towards the ceiling of this month, as billed; null: not counted
  month date,
  segments int not null default 0,
  sender text not null default '',
  template text not null default '',
  provider_ref text,
  error text not null default '',
  cost_micros bigint,
  cost_currency text,
  created_at timestamptz not null,
  send_after timestamptz,
  attempted_at timestamptz,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  -- when the next channel or the email took over; null: not yet
  succeeded_at timestamptz,
  constraint messages_pk primary key (business_id, id),
  constraint messages_cause unique (business_id, cause, channel),
  constraint messages_kind check (kind in (
    'booking_confirmed', 'booking_rescheduled', 'booking_cancelled', 'booking_reminder', 'waitlist_offer',
    'owner_booking_created', 'owner_booking_rescheduled', 'owner_booking_cancelled')),
  constraint messages_language check (language in ('es', 'en', 'ar')),
  constraint messages_channel check (channel in ('sms', 'whatsapp')),
  constraint messages_state check (state in (
    'waiting', 'sending', 'unknown', 'sent', 'delivered', 'read', 'failed', 'dropped')),
  constraint messages_cost check ((cost_micros is null) = (cost_currency is null)),
  constraint messages_cause_length check (length(cause) between 1 and 200)
);
select app.protect('messages');
select app.distribute('messages', 'tenant');
alter table messages add constraint messages_business foreign key (business_id) references businesses (business_id);
alter table messages
  add constraint messages_customer foreign key (business_id, customer_id) references customers (business_id, id);
create index messages_by_time on messages (business_id, created_at);
create index messages_by_customer on messages (business_id, customer_id) where customer_id is not null;
create index messages_by_provider_ref on messages (business_id, provider_ref) where provider_ref is not null;
create index messages_open on messages (business_id, state, created_at)
  where state in ('waiting', 'sending', 'unknown', 'sent');

-- What a salon has sent in a month of its calendar; it outlives the messages.
create table message_months (
  business_id uuid not null,
  id bigint not null default 1 + ('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint,
  month date not null,
  segments int not null default 0,
  cost_micros bigint not null default 0,
  -- of the first cost that was reported; empty: none was
  cost_currency text not null default '',
  constraint message_months_pk primary key (business_id, id),
  constraint message_months_month unique (business_id, month),
  constraint message_months_segments check (segments >= 0)
);
select app.protect('message_months');
select app.distribute('message_months', 'tenant');
alter table message_months
  add constraint message_months_business foreign key (business_id) references businesses (business_id);

alter table business_settings add column messages_per_month int not null default 500;
alter table business_settings add column owner_messages text not null default 'none';
alter table business_settings add column owner_messages_phone text not null default '';
alter table business_settings add constraint settings_messages_per_month check (messages_per_month between 0 and 1000000);
alter table business_settings add constraint settings_owner_messages check (owner_messages in ('none', 'sms', 'whatsapp'));
