import { type ClusterNode, listNodes, openPool, settleNodes } from '@silla/db'

/** The nodes of the cluster; with `settle` they are completed first. */
export async function nodes(
  migratorUrl: string,
  { settle }: { settle: boolean },
): Promise<ClusterNode[]> {
  const sql = openPool({ url: migratorUrl, max: 1, name: 'silla-cli' })
  try {
    if (settle) await settleNodes(sql)
    return await listNodes(sql)
  } finally {
    await sql.end()
  }
}
