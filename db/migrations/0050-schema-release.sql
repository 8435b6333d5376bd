-- The release of Silla whose migrate ran last, for programs of the releases before and after it.
set local citus.multi_shard_modify_mode = 'sequential';

create table registry.schema_release (
  is_only boolean not null default true,
  release text not null,
  -- programs of older releases cannot use this schema
  compatible_from text not null,
  constraint schema_release_pk primary key (is_only),
  constraint schema_release_is_only check (is_only)
);
select app.distribute('registry.schema_release', 'reference');
