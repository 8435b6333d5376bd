import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { SetupError } from '@silla/db'

/** The account that runs the server; PostgreSQL refuses to run as root. null: our own account. */
export type Account = { uid: number; gid: number } | null

/**
 * Under root: the owner of existing files, else `postgres`, else `nobody`.
 *
 * @throws SetupError if the machine has neither
 */
export function serverAccount(dir: { pgData: string }): Account {
  if (process.getuid?.() !== 0) return null
  const files = statSync(dir.pgData, { throwIfNoEntry: false })
  if (files && files.uid !== 0) return { uid: files.uid, gid: files.gid }
  const account = accountOf('postgres') ?? accountOf('nobody')
  if (!account)
    throw new SetupError(
      'PostgreSQL does not run as root, and this machine has no account postgres or nobody.',
    )
  return account
}

/** Whether the account can read all of these files and folders. */
export function canReach(account: Account, paths: string[]): boolean {
  if (!account) return true
  const script = 'for path do test -r "$path" -o -x "$path" || exit 1; done'
  const result = spawnSync('/bin/sh', ['-c', script, 'sh', ...paths], {
    ...account,
    cwd: '/',
    env: {},
  })
  if (result.error) {
    throw new SetupError(
      `root may not start a program as another account here (uid ${account.uid}).`,
      { cause: result.error },
    )
  }
  return result.status === 0
}

function accountOf(name: string): Account {
  try {
    const id = (option: string) =>
      Number(execFileSync('id', [option, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}
