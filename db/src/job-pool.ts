import pg from 'pg'

/**
 * The connections of one graphile-worker runner; `end` it when the runner has ended.
 *
 * The library does so itself if it makes the pool. But when it is stopped while its listening
 * connection fails, it releases that connection twice, and `pg` throws in a promise that nothing
 * handles, which would end the process. Here the second release does nothing.
 *
 * @param onError called when a connection fails; the pool replaces it
 */
export function openJobPool(
  options: { connectionString: string; max: number },
  onError: (error: Error) => void,
): pg.Pool {
  const pool = new JobPool(options)
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0]

class JobPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect()
    super.connect((error, client, release) => callback(error, client, once(release)))
  }
}

type Release = Parameters<ConnectCallback>[2]

/**
 * @param release undefined for a pool that has ended, although its type says otherwise: the library,
 *   which connects again after a while, calls it all the same when it has been stopped meanwhile
 */
function once(release: Release | undefined): Release {
  let isReleased = false
  return (error) => {
    if (isReleased) return
    isReleased = true
    release?.(error)
  }
}
