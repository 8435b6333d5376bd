import { hasCitus } from '../cluster/has-citus.ts'
import type { Sql } from '../pool.ts'
import { begin } from '../transaction.ts'

/**
 * What is defined in the schemas of Silla: by object (`app.bookings`, `app.busy_spans(uuid, ...)`,
 * `schema app`), its parts with their definition. The parts of a table are `column NAME`,
 * `constraint NAME`, `index NAME`, `trigger NAME`, `rule NAME`, `policy NAME`, `row security` and
 * `grant ROLE`, and where it has them `partitions`, `persistence`, `autovacuum`, `child NAME` and `partition NAME PART`;
 * those of a function `function`, `body` (its MD5) and `grant ROLE`; those of a role (`role silla_owner`) are its
 * `default privileges`. It is the same on every supported version of PostgreSQL.
 */
export type Schema = Record<string, Record<string, string>>

/**
 * Reads the catalogue of a database, as any role. On a Citus cluster it is read as the same schema on
 * plain PostgreSQL would be: without what `app.distribute` and `settleNodes` change.
 */
export const readSchema = (sql: Sql): Promise<Schema> =>
  begin(sql, async (tx) => {
    await prepare(tx)
    return partsOf(tx, await hasCitus(tx))
  })

/** Every name outside pg_catalog is written with its schema, and a locked table is not waited for long. */
async function prepare(tx: Sql) {
  await tx`set local search_path = pg_catalog`
  await tx`set local lock_timeout = '3s'`
}

async function partsOf(tx: Sql, isCluster: boolean): Promise<Schema> {
  const lists = [
    await schemas(tx),
    await columns(tx, isCluster),
    await partitions(tx),
    await persistence(tx),
    await autovacuum(tx),
    await ownOfPartitions(tx),
    await constraints(tx),
    await indexes(tx),
    await triggers(tx),
    await rules(tx),
    await children(tx),
    await defaultPrivileges(tx),
    await rowSecurity(tx, isCluster),
    await policies(tx),
    await tableGrants(tx),
    await functions(tx, isCluster),
    await bodies(tx),
    await functionGrants(tx),
  ]
  return schemaOf(lists.flat())
}

/** The functions alone, and their bodies. */
export const readFunctions = (sql: Sql): Promise<Schema> =>
  begin(sql, async (tx) => {
    await prepare(tx)
    return schemaOf([...(await functions(tx, await hasCitus(tx))), ...(await bodies(tx))])
  })

function schemaOf(all: readonly Part[]): Schema {
  const schema: Schema = {}
  for (const { object, part, definition } of all) {
    const parts = schema[object] ?? {}
    parts[part] = definition
    schema[object] = parts
  }
  return Object.fromEntries(Object.entries(schema).sort(([a], [b]) => (a < b ? -1 : 1)))
}

interface Part {
  object: string
  part: string
  definition: string
}

const schemas = (tx: Sql) => tx<Part[]>`
  select 'schema ' || space.nspname as object, 'grant ' || grantee.name as part,
    string_agg(held.name, ', ' order by held.name) as definition
  from pg_namespace space
  cross join aclexplode(space.nspacl) privilege
  ${granteeOf(tx)}
  ${heldOf(tx)}
  where space.nspname in ('app', 'registry', 'jobs') and privilege.grantee <> space.nspowner
  group by space.nspname, grantee.name
  order by 1, 2`

/** Tables and views, without the shards of a cluster and without partitions, which come and go. */
const relations = (tx: Sql) => tx`
  (select class.oid, class.relacl, class.relowner, class.relrowsecurity, class.relforcerowsecurity,
    class.relkind, space.nspname || '.' || class.relname as name
  from pg_class class
  join pg_namespace space on space.oid = class.relnamespace
  where space.nspname in ('app', 'registry', 'jobs') and class.relkind in ('r', 'p', 'v', 'S')
    and class.relname !~ '_\\d{6,}$' and not class.relispartition) relation`

const granteeOf = (tx: Sql) => tx`
  cross join lateral (
    select case privilege.grantee when 0 then 'public'
      else pg_get_userbyid(privilege.grantee)::text end as name) grantee`

/** What a role may do, and apart from it what it may grant to others. */
const heldOf = (tx: Sql) => tx`
  cross join lateral (
    select lower(privilege.privilege_type) as name
    union all
    select 'grant option for ' || lower(privilege.privilege_type) where privilege.is_grantable) held`

/**
 * In their order in the table. An identity is written with what is not usual of its numbers; each node of a
 * cluster has a range of them.
 */
const columns = (tx: Sql, isCluster: boolean) => tx<Part[]>`
  select relation.name as object, 'column ' || quote_ident(attribute.attname) as part,
    concat_ws(' ',
      format_type(attribute.atttypid, attribute.atttypmod),
      (select 'collate ' || quote_ident(collname) from pg_collation
        where oid = attribute.attcollation and oid <> (
          select typcollation from pg_type where oid = attribute.atttypid)),
      case when attribute.attidentity <> '' then
        (select format('generated %s as identity (%s)',
            case attribute.attidentity when 'a' then 'always' else 'by default' end,
            concat_ws(' ', 'cache ' || seqcache,
              case when seqincrement <> 1 then 'increment ' || seqincrement end,
              case when seqmin <> 1 and not ${isCluster} then 'minvalue ' || seqmin end,
              case when not ${isCluster} and seqmax <> case seqtypid when 'int4'::regtype
                then 2147483647 else 9223372036854775807 end then 'maxvalue ' || seqmax end,
              case when seqcycle then 'cycle' end))
          from pg_depend owned join pg_sequence on seqrelid = owned.objid
          where owned.classid = 'pg_class'::regclass and owned.refobjid = attribute.attrelid
            and owned.refobjsubid = attribute.attnum and owned.deptype = 'i') end,
      case when attribute.attgenerated <> ''
        then format('generated always as (%s) stored', initial.expression)
        else 'default ' || initial.expression end,
      case when attribute.attnotnull then 'not null' end) as definition
  from ${relations(tx)}
  join pg_attribute attribute on attribute.attrelid = relation.oid
  left join lateral (
    select pg_get_expr(adbin, adrelid) as expression from pg_attrdef
    where adrelid = attribute.attrelid and adnum = attribute.attnum) initial on true
  where relation.relkind in ('r', 'p', 'v') and attribute.attnum > 0 and not attribute.attisdropped
  order by relation.name, attribute.attnum`

const partitions = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'partitions' as part,
    lower(pg_get_partkeydef(relation.oid)) as definition
  from ${relations(tx)}
  where relation.relkind = 'p'
  order by 1`

/** Tables that are empty after a crash, and that a standby does not have. */
const persistence = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'persistence' as part, 'unlogged' as definition
  from ${relations(tx)}
  join pg_class class on class.oid = relation.oid
  where class.relpersistence = 'u' and relation.relkind = 'r'
  order by 1`

/** Tables of which nobody removes the dead rows: somebody has loaded data, and left it switched off. */
const autovacuum = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'autovacuum' as part, 'off' as definition
  from ${relations(tx)}
  where ${hasNoAutovacuum(tx, tx`relation.oid`)}
  order by 1`

/** Of the table, or of what is stored outside of its rows. */
const hasNoAutovacuum = (tx: Sql, oid: ReturnType<Sql>) => tx`
  exists (
    select from pg_class stored
    cross join pg_options_to_table(stored.reloptions) setting
    where stored.oid in (${oid}, (select own.reltoastrelid from pg_class own where own.oid = ${oid}))
      and setting.option_name = 'autovacuum_enabled' and not setting.option_value::boolean)`

/** What a partition has that its table has not, by the name of the table. */
const ownOfPartitions = (tx: Sql) => tx<Part[]>`
  select relation.name as object, format('partition %I %s', class.relname, own.part) as part,
    own.definition
  from ${relations(tx)}
  join pg_inherits part on part.inhparent = relation.oid
  join pg_class class on class.oid = part.inhrelid
  cross join lateral (
    select 'constraint ' || quote_ident(conname) as part, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where conrelid = class.oid and conparentid = 0 and coninhcount = 0 and contype in ('c', 'f', 'p', 'u', 'x')
    union all
    select 'trigger ' || quote_ident(tgname), pg_get_triggerdef(oid)
    from pg_trigger where tgrelid = class.oid and tgparentid = 0 and not tgisinternal
    union all
    select 'index ' || quote_ident(other.relname), pg_get_indexdef(index.indexrelid)
    from pg_index index join pg_class other on other.oid = index.indexrelid
    where index.indrelid = class.oid and index.indisunique and not other.relispartition
      and not exists (select from pg_constraint made where made.conindid = index.indexrelid)
    union all
    select 'column ' || quote_ident(attribute.attname),
      format_type(attribute.atttypid, attribute.atttypmod) || ' not null'
    from pg_attribute attribute
    join pg_attribute inherited
      on inherited.attrelid = relation.oid and inherited.attname = attribute.attname
    where attribute.attrelid = class.oid and attribute.attnum > 0
      and attribute.attnotnull and not inherited.attnotnull
    union all
    select 'autovacuum', 'off' where ${hasNoAutovacuum(tx, tx`class.oid`)}
    union all
    select 'persistence', 'unlogged' where class.relpersistence = 'u') own
  where relation.relkind = 'p'
  order by 1, 2`

/**
 * NOT NULL belongs to the column: only since version 18 it is a constraint too. One whose index is not
 * complete or not written any more does not hold.
 */
const constraints = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'constraint ' || quote_ident(constraints.conname) as part,
    pg_get_constraintdef(constraints.oid)
      || case when not (index.indisvalid and index.indisready) then ' INVALID' else '' end as definition
  from ${relations(tx)}
  join pg_constraint constraints on constraints.conrelid = relation.oid
  left join pg_index index
    on index.indexrelid = constraints.conindid and constraints.contype in ('p', 'u', 'x')
  where constraints.contype in ('c', 'f', 'p', 'u', 'x')
  order by 1, 2`

/** Those that no constraint has made. */
const indexes = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'index ' || quote_ident(class.relname) as part,
    replace(pg_get_indexdef(index.indexrelid), ' ON ONLY ', ' ON ') || case when index.indisvalid and index.indisready then '' else ' INVALID' end
      as definition
  from ${relations(tx)}
  join pg_index index on index.indrelid = relation.oid
  join pg_class class on class.oid = index.indexrelid
  where not exists (
    select from pg_constraint made
    where made.conindid = index.indexrelid and made.contype in ('p', 'u', 'x'))
  order by 1, 2`

/** Those of foreign keys are a part only where they are switched off, or fire on a replica only. */
const triggers = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'trigger ' || quote_ident(tgname) as part,
    pg_get_triggerdef(trigger.oid)
      || case when tgenabled in ('D', 'R') then ' DISABLED' else '' end as definition
  from ${relations(tx)}
  join pg_trigger trigger on trigger.tgrelid = relation.oid
  where not tgisinternal
  union all
  select distinct relation.name, 'foreign keys', 'DISABLED'
  from ${relations(tx)}
  join pg_trigger trigger on trigger.tgrelid = relation.oid
  where tgisinternal and tgenabled in ('D', 'R') and tgconstraint <> 0
  order by 1, 2`

const rules = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'rule ' || quote_ident(rule.rulename) as part,
    pg_get_ruledef(rule.oid) as definition
  from ${relations(tx)}
  join pg_rewrite rule on rule.ev_class = relation.oid
  where rule.rulename <> '_RETURN'
  order by 1, 2`

/** Tables that inherit from one of ours: their rows are read as its own, without its keys. */
const children = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'child ' || part.inhrelid::regclass as part, 'inherits' as definition
  from ${relations(tx)}
  join pg_inherits part on part.inhparent = relation.oid
  where relation.relkind = 'r'
  order by 1, 2`

/** What the owners of our schemas give away of whatever they create from now on. The migrations set none. */
const defaultPrivileges = (tx: Sql) => tx<Part[]>`
  select 'role ' || pg_get_userbyid(changed.defaclrole) as object,
    concat_ws(' ', 'default privileges',
      'in schema ' || space.nspname,
      'on ' || case changed.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences'
        when 'f' then 'functions' when 'T' then 'types' when 'n' then 'schemas' end) as part,
    coalesce(
      (select string_agg(lower(privilege.privilege_type) || ' to ' || grantee.name, ', '
        order by grantee.name, privilege.privilege_type)
      from aclexplode(changed.defaclacl) privilege
      ${granteeOf(tx)}
      where privilege.grantee <> changed.defaclrole),
      'none') as definition
  from pg_default_acl changed
  left join pg_namespace space on space.oid = changed.defaclnamespace
  where pg_get_userbyid(changed.defaclrole) in ('silla_owner', 'silla_worker')
    and (space.oid is null or space.nspname in ('app', 'registry', 'jobs'))
    and changed.defaclobjtype in ('r', 'S', 'f', 'T', 'n')
  order by 1, 2`

/** On a cluster it is never forced (`app.distribute`). */
const rowSecurity = (tx: Sql, isCluster: boolean) => tx<Part[]>`
  select relation.name as object, 'row security' as part,
    case when relation.relforcerowsecurity or (${isCluster} and relation.name ~ '^app\\.')
      then 'forced' else 'enabled' end as definition
  from ${relations(tx)}
  where relation.relrowsecurity
  order by 1`

const policies = (tx: Sql) => tx<Part[]>`
  select relation.name as object, 'policy ' || quote_ident(policy.polname) as part,
    concat_ws(' ',
      case when policy.polpermissive then 'as permissive' else 'as restrictive' end,
      'for ' || case policy.polcmd when 'r' then 'select' when 'a' then 'insert'
        when 'w' then 'update' when 'd' then 'delete' else 'all' end,
      'to ' || (
        select string_agg(case role when 0 then 'public' else pg_get_userbyid(role)::text end, ', '
          order by pg_get_userbyid(role)::text)
        from unnest(policy.polroles) role),
      'using (' || pg_get_expr(policy.polqual, policy.polrelid) || ')',
      'with check (' || pg_get_expr(policy.polwithcheck, policy.polrelid) || ')') as definition
  from ${relations(tx)}
  join pg_policy policy on policy.polrelid = relation.oid
  order by 1, 2`

/** Rights on single columns are written as in GRANT: `update (state)`. */
const tableGrants = (tx: Sql) => tx<Part[]>`
  select granted.object, 'grant ' || granted.role as part,
    string_agg(granted.privilege, ', ' order by granted.privilege) as definition
  from (
    select relation.name as object, grantee.name as role, held.name as privilege
    from ${relations(tx)}
    cross join aclexplode(relation.relacl) privilege
    ${granteeOf(tx)}
    ${heldOf(tx)}
    where privilege.grantee <> relation.relowner
    union all
    select relation.name, grantee.name,
      format('%s (%I)', held.name, attribute.attname)
    from ${relations(tx)}
    join pg_attribute attribute on attribute.attrelid = relation.oid
    cross join aclexplode(attribute.attacl) privilege
    ${granteeOf(tx)}
    ${heldOf(tx)}
    where privilege.grantee <> relation.relowner and not attribute.attisdropped) granted
  group by 1, 2
  order by 1, 2`

/** Those of extensions are none of ours. */
const routines = (tx: Sql) => tx`
  (select proc.*, space.nspname || '.' || proc.proname as name,
    format('%s.%s(%s)', space.nspname, proc.proname, pg_get_function_identity_arguments(proc.oid))
      as signature
  from pg_proc proc
  join pg_namespace space on space.oid = proc.pronamespace
  where space.nspname in ('app', 'registry', 'jobs') and not exists (
    select from pg_depend part
    where part.classid = 'pg_proc'::regclass and part.objid = proc.oid and part.deptype = 'e')) routine`

/** Without the mode of plans, which a cluster changes (decision 0043). */
const functions = (tx: Sql, isCluster: boolean) => tx<Part[]>`
  select routine.signature as object, 'function' as part,
    concat_ws(' ',
      format('(%s)', pg_get_function_arguments(routine.oid)),
      'returns ' || pg_get_function_result(routine.oid),
      'language ' || (select lanname from pg_language where oid = routine.prolang),
      case routine.provolatile when 'i' then 'immutable' when 's' then 'stable' end,
      case routine.proparallel when 's' then 'parallel safe' when 'r' then 'parallel restricted' end,
      case when routine.proisstrict then 'strict' end,
      case when routine.prosecdef then 'security definer' end,
      (select string_agg('set ' || setting, ' ' order by setting)
        from unnest(routine.proconfig) setting
        where not (${isCluster} and setting ~ '^plan_cache_mode='))) as definition
  from ${routines(tx)}
  order by 1`

const bodies = (tx: Sql) => tx<Part[]>`
  select routine.signature as object, 'body' as part, md5(routine.prosrc) as definition
  from ${routines(tx)}
  order by 1`

const functionGrants = (tx: Sql) => tx<Part[]>`
  select routine.signature as object, 'grant ' || grantee.name as part,
    string_agg(held.name, ', ' order by held.name) as definition
  from ${routines(tx)}
  cross join aclexplode(coalesce(routine.proacl, acldefault('f', routine.proowner))) privilege
  ${granteeOf(tx)}
  ${heldOf(tx)}
  where privilege.grantee <> routine.proowner
  group by 1, 2
  order by 1, 2`
