-- What a salon shows of itself on its booking page and in its emails, and the emails that it gets.
set local citus.multi_shard_modify_mode = 'sequential';

-- null: the colour of the platform
alter table businesses add column brand_color text;
alter table businesses
  add constraint businesses_brand_color check (brand_color ~ '^#[0-9a-f]{6}$');

alter table business_settings add column online_page boolean not null default false;
alter table business_settings add column owner_notifications text not null default 'none';
alter table business_settings
  add constraint settings_owner_notifications
  check (owner_notifications in ('each', 'daily', 'none'));
-- as an omitted key of the salon file: one mail a day for a salon with an address
update business_settings s set owner_notifications = 'daily'
from businesses b
where b.business_id = s.business_id and b.email <> '';
