import { userInfo } from 'node:os'

// oclif and other libraries read the environment themselves. This file is imported before them and
// adjusts the variables they read.

const { NO_COLOR, TERM } = process.env

/** It supports no escape sequences: no colour, no cursor movement for prompts and progress bars. */
export const isDumbTerminal = TERM === 'dumb'

/** Null in a container that runs the process as a user id without an account. */
export function accountName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

// oclif needs the home directory and the shell of the account
if (accountName() === null)
  Object.assign(process.env, { HOME: '/', SHELL: '/bin/sh', ...process.env })

// colour only on terminals, and never with NO_COLOR, even if FORCE_COLOR is set
for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE']) delete process.env[name]
if (NO_COLOR || isDumbTerminal) Object.assign(process.env, { NO_COLOR: '1' })

// without this, oclif wraps help at 40 columns or more
const { isTTY, columns } = process.stdout
if (isTTY && columns < 40) Object.assign(process.env, { OCLIF_COLUMNS: String(columns) })
