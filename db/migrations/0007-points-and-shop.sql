-- Points that customers hold, and a shop whose stock is promised with the order.
set local citus.multi_shard_modify_mode = 'sequential';

-- The balance is the sum of the movements, kept beside them; whoever moves points locks this row.
alter table customers add column points_balance int not null default 0;
alter table customers add constraint customers_points check (points_balance >= 0);

-- Append-only. A cause counts once; concept says in structured words what for, so that every language can tell it. Ids are
-- not given out in order, so ordinal counts a customer's movements from 1.
create table points_movements (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  customer_id bigint not null,
  ordinal int not null,
  kind text not null,
  points int not null,
  balance_after int not null,
  concept jsonb not null,
  cause text not null,
  booking_id bigint,
  created_at timestamptz not null,
  constraint points_movements_pk primary key (business_id, id),
  constraint points_movements_cause unique (business_id, cause),
  constraint points_movements_ordinal unique (business_id, customer_id, ordinal),
  constraint points_movements_kind check (kind in ('earned', 'redeemed', 'bought', 'reverted', 'adjusted')),
  constraint points_movements_sign check (
    case kind when 'redeemed' then points < 0 when 'reverted' then true when 'adjusted' then points <> 0 else points > 0 end),
  constraint points_movements_balance check (balance_after >= 0)
);
select app.protect('points_movements');
select app.distribute('points_movements', 'tenant');
alter table points_movements
  add constraint movements_customer foreign key (business_id, customer_id) references customers (business_id, id);
alter table points_movements
  add constraint movements_booking foreign key (business_id, booking_id) references bookings (business_id, id);
create index points_movements_by_booking on points_movements (business_id, booking_id);

create table points_packages (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  handle text not null,
  name jsonb not null,
  points int not null,
  price_cents bigint not null,
  position int not null default 0,
  active boolean not null default true,
  constraint points_packages_pk primary key (business_id, id),
  constraint points_packages_handle unique (business_id, handle),
  constraint points_packages_points check (points between 1 and 1000000),
  constraint points_packages_price check (price_cents between 1 and 100000000)
);
select app.protect('points_packages');
select app.distribute('points_packages', 'tenant');
alter table points_packages add constraint points_packages_business foreign key (business_id) references businesses (business_id);

-- stock is what came in so far (null: not counted) and belongs to the salon file; taken is what orders hold or have carried
-- away and belongs to the orders. What is left is their difference, so that neither writer undoes the other.
create table products (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  handle text not null,
  category_id bigint not null,
  name jsonb not null,
  description jsonb not null default '{}',
  price_cents bigint not null,
  offer_price_cents bigint,
  points_awarded int not null default 0,
  image_url text not null default '',
  featured boolean not null default false,
  stock int,
  taken int not null default 0,
  position int not null default 0,
  active boolean not null default true,
  constraint products_pk primary key (business_id, id),
  constraint products_handle unique (business_id, handle),
  constraint products_price check (price_cents between 1 and 100000000),
  constraint products_offer check (offer_price_cents between 1 and price_cents),
  constraint products_points check (points_awarded >= 0),
  constraint products_stock check (stock between 0 and 1000000),
  constraint products_taken check (taken >= 0)
);
select app.protect('products');
select app.distribute('products', 'tenant');
alter table products add constraint products_category foreign key (business_id, category_id) references categories (business_id, id);
create index products_by_category on products (business_id, category_id);

create table orders (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  code text not null,
  state text not null,
  customer_id bigint not null,
  notes text not null,
  currency text not null,
  subtotal_cents bigint not null,
  discount_cents bigint not null,
  total_cents bigint not null,
  points_awarded int not null,
  expires_at timestamptz,
  cancelled_at timestamptz,
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint orders_pk primary key (business_id, id),
  constraint orders_code unique (business_id, code),
  constraint orders_state check (state in ('pending', 'paid', 'delivered', 'cancelled', 'refunded')),
  constraint orders_money check (total_cents = subtotal_cents - discount_cents and total_cents >= 0 and discount_cents >= 0),
  constraint orders_cancellation check (state <> 'cancelled' or cancelled_at is not null)
);
select app.protect('orders');
select app.distribute('orders', 'tenant');
alter table orders add constraint orders_customer foreign key (business_id, customer_id) references customers (business_id, id);
create index orders_by_customer on orders (business_id, customer_id, created_at);
create index orders_by_time on orders (business_id, created_at);

-- What was ordered; names and prices are copies.
create table order_lines (
  business_id uuid not null,
  id bigint generated always as identity (cache 32),
  order_id bigint not null,
  position int not null,
  product_id bigint not null,
  name jsonb not null,
  price_cents bigint not null,
  charged_cents bigint not null,
  quantity int not null,
  constraint order_lines_pk primary key (business_id, id),
  constraint order_lines_position unique (business_id, order_id, position),
  constraint order_lines_quantity check (quantity between 1 and 20)
);
select app.protect('order_lines');
select app.distribute('order_lines', 'tenant');
alter table order_lines add constraint order_lines_order foreign key (business_id, order_id) references orders (business_id, id);
alter table order_lines add constraint order_lines_product foreign key (business_id, product_id) references products (business_id, id);
create index order_lines_by_product on order_lines (business_id, product_id);
