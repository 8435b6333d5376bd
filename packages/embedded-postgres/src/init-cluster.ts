import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SetupError } from '@silla/db'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterDir } from './cluster-dir.ts'
import { waitForExit } from './wait-for-exit.ts'

/**
 * Makes the server's files: UTF-8, text sorted by code point, every login by password. Made aside
 * and moved into place, so that files that exist are whole even when we are killed on the way.
 *
 * @throws SetupError with what initdb said
 */
export async function initCluster(to: {
  home: ClusterDir
  binaries: Binaries
  account: Account
  password: string
}): Promise<void> {
  const { home, account, password } = to
  removeDrafts(home)
  const draft = mkdtempSync(join(home.around, draftPrefix))
  try {
    const files = join(draft, 'cluster')
    const passwordFile = join(draft, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid)
    await runInitdb([...initdbOptions, `--pgdata=${files}`, `--pwfile=${passwordFile}`], to)
    renameSync(files, home.cluster)
  } finally {
    removeDrafts(home)
  }
}

async function runInitdb(
  options: string[],
  { home, binaries, account }: { home: ClusterDir; binaries: Binaries; account: Account },
) {
  const initdb = spawn(binaries.initdb, options, {
    ...account,
    ...cleanEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const endWithUs = () => initdb.kill()
  process.once('exit', endWithUs)
  const [problem, said] = await Promise.all([waitForExit(initdb), text(initdb.stderr)])
  process.off('exit', endWithUs)
  if (problem)
    throw new SetupError(
      `PostgreSQL could not make its files in ${home.around} (${problem}).\n${said.trim()}`,
    )
}

const draftPrefix = 'new-'

/**
 * Also those of a start that was killed; its initdb may still be writing for a moment, and is left
 * to it.
 */
function removeDrafts({ around }: ClusterDir) {
  for (const name of readdirSync(around).filter((name) => name.startsWith(draftPrefix))) {
    try {
      rmSync(join(around, name), { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    }
  }
}

/**
 * Neither the caller's folder, which the account may not enter, nor the caller's PG* and locale
 * settings.
 */
export const cleanEnv = { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }

const initdbOptions = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]
