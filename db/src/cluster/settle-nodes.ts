import type { Query, Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'
import { begin } from '../transaction.ts'
import { hasCitus } from './has-citus.ts'

/**
 * Completes on each node of a cluster what Citus does not do by itself; on plain PostgreSQL it does
 * nothing. `migrate` ends with it, and it is needed again after a node was added. Safe to repeat.
 *
 * @param sql a connection as silla_migrator
 * @throws SetupError if a node does not respond or rejects a grant
 */
export async function settleNodes(sql: Sql): Promise<void> {
  if (!(await hasCitus(sql))) return
  await addOutbox(sql)
  await setPlanCacheModes(sql)
  await delegateFunctions(sql)
  await grantSequences(sql)
}

/**
 * Before `migrate` changes anything: a change that a node does not get fails halfway. On plain
 * PostgreSQL it does nothing.
 *
 * @param sql a connection as silla_migrator
 * @throws SetupError if a node does not respond
 */
export async function assertNodesRespond(sql: Sql): Promise<void> {
  if (!(await hasCitus(sql))) return
  const [node] = await sql<{ nodename: string; nodeport: number; result: string }[]>`
    select node.nodename, node.nodeport, answer.result
    from run_command_on_all_nodes('select 1', true, true) answer
    join pg_dist_node node on node.nodeid = answer.nodeid
    where not answer.success`
  if (node)
    throw new SetupError(
      `The node ${node.nodename}:${node.nodeport} does not respond, and nothing was changed: ` +
        `${node.result}. Run it again when the node is back.`,
    )
}

/**
 * The outbox stays on the coordinator. Now Citus knows that a transaction writes to it: jobs that are
 * collected from the nodes leave them and reach it together, or not at all.
 */
async function addOutbox(sql: Sql) {
  await begin(sql, async (tx) => {
    await tx`set local role silla_worker`
    const [found] = await tx`
      select from pg_dist_partition where logicalrelid = 'jobs.outbox'::regclass`
    if (!found) await tx`select citus_add_local_table_to_metadata('jobs.outbox')`
  })
}

/**
 * The functions that keep their plans, and those of the foreign keys, on a cluster: all they do is
 * INSERT ... VALUES with an id that is drawn. A test reads the names here and checks it.
 */
const functionsThatKeepPlans = ['record_booking']

/**
 * Other functions that run on nodes keep no plans: for a query of one table, Citus adds the plan of
 * the shard to the kept one at each execution, and the memory of a connection would grow with each
 * call. It adds none to a plan with a volatile function (decision 0043).
 */
async function setPlanCacheModes(sql: Sql) {
  const others = await sql<{ signature: string; mode: string }[]>`
    select signature, mode
    from (
      select oid::regprocedure::text as signature, proconfig,
        case when proname = any (${functionsThatKeepPlans}) then 'auto' else 'force_custom_plan' end as mode
      from pg_proc
      where pronamespace = 'app'::regnamespace and proargnames[1] = 'p_business_id') proc
    where not coalesce(array['plan_cache_mode=' || mode] <@ proconfig, false)`
  for (const { signature, mode } of others)
    await sql.unsafe(`alter function ${signature} set plan_cache_mode = ${mode}`)
}

/**
 * A call of a function that takes the tenant runs as a whole on the node of that business: the tenant
 * is set there, an advisory lock is taken where all calls of the business take it, and one round trip
 * stays one. `migrate` creates a changed function again, so it has to be delegated again.
 */
async function delegateFunctions(sql: Sql) {
  for (const { signature } of await undelegatedFunctions(sql))
    await sql`
      select create_distributed_function(
        ${signature}::regprocedure, 'p_business_id', colocate_with := 'app.businesses')`
}

/** The functions that take the tenant and do not run on its node yet. */
export const undelegatedFunctions = (sql: Sql): Query<{ signature: string }> => sql`
  select proc.oid::regprocedure::text as signature
  from pg_proc proc
  where proc.pronamespace = 'app'::regnamespace and proc.proargnames[1] = 'p_business_id'
    and not exists (
      select from pg_dist_object known
      where known.classid = 'pg_proc'::regclass and known.objid = proc.oid
        and known.distribution_argument_index is not null)`

/** Citus copies a table's grants to the nodes, but not those of its identity sequence. */
async function grantSequences(sql: Sql) {
  const failed = await sql<{ nodename: string; nodeport: number; result: string }[]>`
    select nodename, nodeport, result
    from run_command_on_workers(
      'grant usage on all sequences in schema app to silla_api, silla_worker, silla_admin')
    where not success`
  const [node] = failed
  if (node)
    throw new SetupError(`The node ${node.nodename}:${node.nodeport} failed: ${node.result}`)
}
