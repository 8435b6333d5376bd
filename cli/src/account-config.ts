import { hostname, userInfo } from 'node:os'

// A container may run us as a user whom its machine has no account for, and what we are built on looks for one's home and shell.
if (accountName() === null) {
  process.env.HOME ||= '/'
  process.env.SHELL ||= '/bin/sh'
}

/** Who is at the keyboard as far as the machine knows: `marta@till`, or `user-4242@container`. */
export const machineOperator = (): string =>
  `${accountName() ?? `user-${process.getuid?.() ?? 'unknown'}`}@${hostname()}`

function accountName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}
