import { inRepository } from '../../architecture/sources.ts'
import { atEnd } from '../../support/at-end.ts'
import { freePort } from '../../support/free-port.ts'
import { startSystemPostgres, systemBinDir } from '../../support/system-postgres.ts'
import { withPool } from '../../support/with-pool.ts'
import { NotHere, type OpenCauses } from './cause.ts'
import { programNamed, startProgram } from './programs.ts'

/** A standby receives what the primary writes, and does not replay it. */
export async function lateStandby(): Promise<OpenCauses> {
  const exporter = programNamed('postgres_exporter')
  if (systemBinDir() === null) throw new NotHere("needs Debian's postgresql package")
  const primary = await startSystemPostgres()
  atEnd(primary.close)
  const standby = await startSystemPostgres({
    fill: (dataDir, run) =>
      run('pg_basebackup', ['-d', primary.url, '-D', dataDir, '-R', '-c', 'fast', '--no-sync']),
  })
  atEnd(standby.close)
  // the lag of a standby that has replayed no transaction is not known
  await withPool(primary.url, (sql) => sql`create table written_before ()`)
  await withPool(standby.url, async (sql) => {
    const replayed = () => sql`select where pg_last_xact_replay_timestamp() is not null`
    while ((await replayed()).length === 0);
  })
  const address = `127.0.0.1:${await freePort()}`
  const queries = `--extend.query-path=${inRepository('deploy/prometheus/postgres-queries.yaml')}`
  await startProgram(exporter, [`--web.listen-address=${address}`, queries], {
    url: `http://${address}/metrics`,
    env: { DATA_SOURCE_NAME: `${standby.url}?sslmode=disable` },
  })
  return {
    targets: { postgres: [address] },
    causes: [
      {
        alert: 'SillaReplicaLag',
        text: 'a standby stops replaying, for over 60 s',
        happen: async () => {
          await withPool(standby.url, (sql) => sql`select pg_wal_replay_pause()`)
          await withPool(primary.url, (sql) => sql`create table written_later ()`)
        },
      },
    ],
  }
}
