import { grantConnections } from './database.ts'
import { applyRoleSettings } from './role-settings.ts'
import { withDatabase, withServer } from './server.ts'

/**
 * A copy of a prepared database, for a test to keep to itself; settings of roles and grants on the
 * database are not copied by the server. Nobody may be connected to the template meanwhile.
 */
export async function cloneDatabase(input: {
  prepareUrl: string
  template: string
  database: string
}): Promise<void> {
  const { prepareUrl, template, database } = input
  await withServer(prepareUrl, async (server) => {
    await server`create database ${server(database)} template ${server(template)}`
    await withDatabase({ prepareUrl, database }, async (sql) => {
      await grantConnections(sql, database)
      await applyRoleSettings(sql, database)
    })
  })
}

/** Removes a database; whoever is still connected is given the server's five seconds to go. */
export async function dropDatabase(query: { prepareUrl: string; database: string }): Promise<void> {
  await withServer(
    query.prepareUrl,
    (server) => server`drop database if exists ${server(query.database)}`,
  )
}
