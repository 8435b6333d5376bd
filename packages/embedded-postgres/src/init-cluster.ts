import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SetupError } from '@silla/db'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { cleanEnv, waitForExit } from './child-process.ts'
import type { ClusterDir } from './cluster-dir.ts'

/**
 * Creates the server's files: UTF-8, text sorted by code point, password authentication. They are
 * created in a temporary folder and renamed, so that files that exist are complete even if this
 * process is killed.
 *
 * @throws SetupError with the output of initdb
 */
export async function initCluster(options: {
  dir: ClusterDir
  binaries: Binaries
  account: Account
  password: string
}): Promise<void> {
  const { dir, account, password } = options
  removeTemporary(dir)
  const temporary = mkdtempSync(join(dir.parent, temporaryPrefix))
  try {
    const pgData = join(temporary, 'cluster')
    const passwordFile = join(temporary, 'password')
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (account)
      for (const path of [temporary, passwordFile]) chownSync(path, account.uid, account.gid)
    await runInitdb([...initdbOptions, `--pgdata=${pgData}`, `--pwfile=${passwordFile}`], options)
    renameSync(pgData, dir.pgData)
  } finally {
    removeTemporary(dir)
  }
}

async function runInitdb(
  args: string[],
  { dir, binaries, account }: { dir: ClusterDir; binaries: Binaries; account: Account },
) {
  const initdb = spawn(binaries.initdb, args, {
    ...account,
    ...cleanEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const killOnExit = () => initdb.kill()
  process.once('exit', killOnExit)
  const [failure, output] = await Promise.all([waitForExit(initdb), text(initdb.stderr)])
  process.off('exit', killOnExit)
  if (failure)
    throw new SetupError(
      `PostgreSQL could not create its files in ${dir.parent} (${failure}).\n${output.trim()}`,
    )
}

const temporaryPrefix = 'new-'

/**
 * Removes temporary folders, also those of a start that was killed. Its initdb may still be writing
 * for a moment; such a folder is skipped.
 */
function removeTemporary({ parent }: ClusterDir) {
  for (const name of readdirSync(parent).filter((name) => name.startsWith(temporaryPrefix))) {
    try {
      rmSync(join(parent, name), { recursive: true, force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error
    }
  }
}

const initdbOptions = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]
