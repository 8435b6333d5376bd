-- A payment that saves a card (D47) names one of its salon.
set local citus.multi_shard_modify_mode = 'sequential';

alter table payments
  add constraint payments_card foreign key (business_id, card_id) references saved_cards (business_id, id);
