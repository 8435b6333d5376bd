-- The rate of VAT of a service or a product, in hundredths of a percent, and of what was booked or ordered at
-- that moment (D56); null: the salon has not said.
set local citus.multi_shard_modify_mode = 'sequential';

alter table services add column vat_basis_points int;
alter table services add constraint services_vat check (vat_basis_points between 0 and 10000);
alter table products add column vat_basis_points int;
alter table products add constraint products_vat check (vat_basis_points between 0 and 10000);
alter table booking_lines add column vat_basis_points int;
alter table booking_lines add constraint booking_lines_vat check (vat_basis_points between 0 and 10000);
alter table order_lines add column vat_basis_points int;
alter table order_lines add constraint order_lines_vat check (vat_basis_points between 0 and 10000);
