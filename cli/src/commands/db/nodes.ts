import { Flags } from '@oclif/core'
import type { ClusterNode } from '@silla/db'
import { table } from '../../format/table.ts'
import { SillaCommand } from '../../silla-command.ts'

export default class DbNodes extends SillaCommand {
  static override summary = 'List the nodes of a Citus cluster'
  static override description =
    'Lists the nodes that the salons are distributed over, as the migrator role ' +
    '(MIGRATOR_DATABASE_URL, or the database of npm start when no variable names another one), with the shards and the salons on each. Plain PostgreSQL has none. ' +
    'With --settle, every node gets the grants and the functions that it needs: run it after ' +
    'citus_add_node. silla db migrate does so too. The exit code is 1 when a node does not ' +
    'respond, is not settled or has tables of another owner.'
  static override examples = [
    '<%= config.bin %> db nodes',
    { description: 'After a node was added', command: '<%= config.bin %> db nodes --settle' },
    { description: 'For a monitor', command: '<%= config.bin %> db nodes --json' },
  ]
  static override flags = {
    settle: Flags.boolean({ description: 'Complete the nodes first.' }),
  }

  async run(): Promise<{ nodes: ClusterNode[] }> {
    const { flags } = await this.parse(DbNodes)
    const [{ nodes: clusterNodes }, { databaseName, migratorUrl }] = await Promise.all([
      import('../../db/nodes.ts'),
      import('../../db/database-urls.ts'),
    ])
    const url = migratorUrl()
    this.log(`Database: ${databaseName(url)}`)
    const nodes = await clusterNodes(url, { settle: flags.settle === true })
    if (nodes.some((node) => node.problem !== null || !node.isSettled)) process.exitCode = 1
    this.log(
      nodes.length === 0
        ? 'The database runs on plain PostgreSQL: it has no nodes.'
        : table(['Node', 'Kind', 'Shards', 'Salons', 'State'], nodes.map(rowOf)),
    )
    return { nodes }
  }
}

const rowOf = (node: ClusterNode) => [
  `${node.host}:${node.port}`,
  node.isCoordinator ? 'coordinator' : 'worker',
  String(node.shards),
  String(node.businesses),
  stateOf(node),
]

function stateOf({ isSettled, problem }: ClusterNode): string {
  if (isSettled === null) return `does not respond: ${problem}`
  if (!isSettled) return 'not settled: run silla db nodes --settle'
  return problem ?? 'ready'
}
