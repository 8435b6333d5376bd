import type { Sql } from '../pool.ts'
import { hasCitus } from './has-citus.ts'
import { undelegatedFunctions } from './settle-nodes.ts'

/** A node of a Citus cluster. */
export interface ClusterNode {
  host: string
  port: number
  isCoordinator: boolean
  /** Pieces of the tenants' rows: all tables of a salon are in the same one. */
  shards: number
  /** Salons whose rows are on the node. */
  businesses: number
  /**
   * Whether it has all that the running roles need; null: it did not respond. `settleNodes` completes
   * it.
   */
  isSettled: boolean | null
  /** Why it did not respond, or owners of tables that are not ours; null: neither. */
  problem: string | null
}

/**
 * The nodes of the cluster, the coordinator first; none on plain PostgreSQL. A node that does not
 * respond is listed too.
 *
 * @param sql a connection as silla_migrator, in a database that has been migrated
 */
export async function listNodes(sql: Sql): Promise<ClusterNode[]> {
  if (!(await hasCitus(sql))) return []
  const [nodes, businesses, undelegated] = await Promise.all([
    findNodes(sql),
    countBusinesses(sql),
    undelegatedFunctions(sql),
  ])
  return nodes.map(({ groupid, responds, result, ...node }) => {
    const [missingGrants = '', foreignOwners = ''] = responds ? result.split('|') : []
    const isSettled = undelegated.length === 0 && missingGrants === '0'
    return {
      ...node,
      businesses: businesses.get(groupid) ?? 0,
      isSettled: responds ? isSettled : null,
      problem: responds ? ownersProblem(foreignOwners) : result,
    }
  })
}

const ownersProblem = (owners: string) =>
  owners === '' ? null : `Tables of salons belong to ${owners} instead of silla_owner.`

interface NodeRow {
  groupid: number
  host: string
  port: number
  isCoordinator: boolean
  shards: number
  responds: boolean
  result: string
}

/**
 * One owner has to hold all tables of salons: moving shards while somebody writes has lost rows
 * where owners were mixed.
 */
const probe = `
  select concat_ws('|',
    (select count(*) from pg_class where relnamespace = 'app'::regnamespace
      and case relkind when 'S' then not has_sequence_privilege('silla_api', oid, 'usage') end),
    (select coalesce(string_agg(distinct relowner::regrole::text, ', '), '') from pg_class
      where relnamespace = 'app'::regnamespace and relkind in ('r', 'p')
        and relowner <> 'silla_owner'::regrole))`

const findNodes = (sql: Sql) => sql<NodeRow[]>`
  select node.groupid, node.nodename as host, node.nodeport as port,
    node.groupid = 0 as is_coordinator,
    (select count(*)::int from pg_dist_shard shard
      join pg_dist_placement placement on placement.shardid = shard.shardid
      where shard.logicalrelid = 'app.businesses'::regclass
        and placement.groupid = node.groupid) as shards,
    coalesce(answer.success, false) as responds, coalesce(answer.result, '') as result
  from pg_dist_node node
  left join run_command_on_all_nodes(${probe}, true, true) answer on answer.nodeid = node.nodeid
  where node.noderole = 'primary'
  order by node.groupid`

/** By the group of a node. */
async function countBusinesses(sql: Sql): Promise<Map<number, number>> {
  const ids = await sql<{ businessId: string }[]>`select business_id from registry.businesses`
  const rows = await sql<{ groupid: number; businesses: number }[]>`
    select placement.groupid, count(*)::int as businesses
    from unnest(${ids.map(({ businessId }) => businessId)}::text[]) as business (id)
    join pg_dist_placement placement
      on placement.shardid = get_shard_id_for_distribution_column('app.businesses', business.id::uuid)
    group by placement.groupid`
  return new Map(rows.map(({ groupid, businesses }) => [groupid, businesses]))
}
