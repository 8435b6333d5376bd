import type { DatabaseUrls } from '@silla/db'
import { atEnd } from '../../support/at-end.ts'
import { testDatabase } from '../../support/database.ts'
import { openTestServer } from '../../support/open-test-server.ts'
import { type SystemPostgres, startSystemPostgres } from '../../support/system-postgres.ts'
import { useTestServer } from '../../support/test-server.ts'
import { withPool } from '../../support/with-pool.ts'

/** A Citus cluster on this machine, which is the server of this file. `endFile` stops it. */
export interface Cluster {
  coordinator: SystemPostgres
  nodes: SystemPostgres[]
  urls: DatabaseUrls
  /** The node that has the rows of a salon. */
  nodeOf(businessId: string): Promise<SystemPostgres>
}

const nodeCount = 2

const settings = {
  shared_preload_libraries: 'citus',
  max_connections: '200',
  max_prepared_transactions: '200',
  // docs/scaling.md, "Set up a cluster"
  'citus.node_connection_timeout': '2000',
  'citus.node_conninfo': 'sslmode=disable',
}

/** @throws Error where Debian's PostgreSQL has no Citus */
export async function openCluster(): Promise<Cluster> {
  const started: SystemPostgres[] = []
  // last, because the databases of the file are dropped on its servers
  atEnd(() => Promise.all(started.map((server) => server.close())))
  for (let index = 0; index <= nodeCount; index++) started.push(await startNode())
  const [coordinator, ...nodes] = started as [SystemPostgres, ...SystemPostgres[]]
  for (const { url } of started) await withPool(url, (sql) => sql`create extension citus`)
  await withPool(coordinator.url, async (sql) => {
    await sql`select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`
    for (const { port } of nodes) await sql`select citus_add_node('127.0.0.1', ${port})`
  })
  const { server, close } = await openTestServer(undefined, coordinator.url)
  atEnd(close)
  useTestServer(server)
  atEnd(async () => useTestServer(undefined))
  const { urls } = await testDatabase()
  return { coordinator, nodes, urls, nodeOf }

  async function nodeOf(businessId: string): Promise<SystemPostgres> {
    const [row] = await withPool(
      urls.migrator,
      (sql) => sql<{ port: number }[]>`
        select node.nodeport as port
        from pg_dist_placement placement join pg_dist_node node on node.groupid = placement.groupid
        where placement.shardid =
          get_shard_id_for_distribution_column('app.businesses', ${businessId}::uuid)`,
    )
    const node = nodes.find(({ port }) => port === row?.port)
    if (node === undefined) throw new Error(`no node has the salon ${businessId}`)
    return node
  }
}

/** The nodes connect to each other without passwords. */
const startNode = () =>
  startSystemPostgres({
    settings,
    fill: (dataDir, run) =>
      run('initdb', ['-D', dataDir, '-U', 'postgres', '-E', 'UTF8', '--locale=C', '-A', 'trust']),
  })
