import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { SetupError } from '@silla/db'

/** Who runs the server: PostgreSQL refuses to run as root. `null` is ourselves. */
export type Account = { uid: number; gid: number } | null

/**
 * As root: the account that files already there belong to, else `postgres`, else `nobody`.
 *
 * @throws SetupError when the machine has neither
 */
export function serverAccount(home: { cluster: string }): Account {
  if (process.getuid?.() !== 0) return null
  const files = statSync(home.cluster, { throwIfNoEntry: false })
  if (files && files.uid !== 0) return { uid: files.uid, gid: files.gid }
  const account = accountOf('postgres') ?? accountOf('nobody')
  if (!account)
    throw new SetupError('PostgreSQL does not run as root, and this machine has no account nobody.')
  return account
}

/** Whether the account can get to every one of these files and folders. */
export function canReach(account: Account, paths: string[]): boolean {
  if (!account) return true
  const script = 'for path do test -r "$path" -o -x "$path" || exit 1; done'
  const tried = spawnSync('/bin/sh', ['-c', script, 'sh', ...paths], {
    ...account,
    cwd: '/',
    env: {},
  })
  if (tried.error) {
    throw new SetupError(
      `This root may not start a program as another account (uid ${account.uid}).`,
      {
        cause: tried.error,
      },
    )
  }
  return tried.status === 0
}

function accountOf(name: string): Account {
  try {
    const id = (what: string) =>
      Number(execFileSync('id', [what, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}
