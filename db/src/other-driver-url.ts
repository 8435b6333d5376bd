import { formatDatabaseUrl } from './database-url.ts'
import { readDatabaseUrl } from './driver.ts'
import { primaryFinder } from './primary.ts'

/**
 * Adapts a connection URL to the driver of graphile-worker and of the migrations. It knows one host
 * only: of several, this is the present primary. It also requires a trusted certificate for
 * `sslmode=require`, which in libpq and in our own driver only requires an encrypted connection.
 *
 * @throws Error with the code of a failed connection if none of several hosts is the primary
 */
export async function otherDriverUrl(text: string): Promise<string> {
  const url = readDatabaseUrl(text)
  const parameters = new URLSearchParams(url.parameters)
  parameters.delete('target_session_attrs')
  if (parameters.has('sslmode')) parameters.set('uselibpqcompat', 'true')
  const hosts = url.hosts.length > 1 ? [await primaryFinder(url).find()] : url.hosts
  return formatDatabaseUrl({ ...url, hosts, parameters })
}

/** Whether `otherDriverUrl` may change. */
export const hasSeveralHosts = (text: string): boolean => readDatabaseUrl(text).hosts.length > 1
