import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SetupProblem } from '../setup-problem.ts'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterHome } from './cluster-home.ts'

/**
 * Makes the server's files: UTF-8, text sorted by code point, every login by password. Made aside and moved into place, so that
 * files that exist are whole even when we are killed on the way.
 *
 * @throws SetupProblem with what initdb said
 */
export async function initialiseCluster(to: {
  home: ClusterHome
  binaries: Binaries
  account: Account
  password: string
}): Promise<void> {
  const { home, binaries, account, password } = to
  const draft = join(home.around, 'cluster.new')
  const passwordFile = join(home.around, 'initdb-password')
  rmSync(draft, { recursive: true, force: true })
  try {
    mkdirSync(draft)
    writeFileSync(passwordFile, password, { mode: 0o600 })
    for (const path of [draft, passwordFile]) if (account) chownSync(path, account.uid, account.gid)
    chmodSync(draft, 0o700)
    const made = spawnSync(binaries.initdb, [...initdbOptions, `--pgdata=${draft}`, `--pwfile=${passwordFile}`], {
      ...account,
      ...quietSurroundings,
      encoding: 'utf8',
    })
    if (made.status !== 0) {
      const said = made.error?.message ?? made.stderr.trim()
      throw new SetupProblem(`PostgreSQL could not make its files in ${home.around}:\n${said}`, { cause: made.error })
    }
    renameSync(draft, home.cluster)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Neither the caller's folder, which the account may not enter, nor the caller's PG* and locale settings. */
export const quietSurroundings = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }

const initdbOptions = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]
