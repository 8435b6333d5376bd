import { userInfo } from 'node:os'

// What we are built on reads the environment by itself, each in its own way. This comes before all
// of it, and has it read what is so.

const { NO_COLOR, TERM } = process.env

/** It obeys no sequences: neither colours, nor what moves the cursor for a question or a bar. */
export const isDumbTerminal = TERM === 'dumb'

/** Null in a container that runs us as a user whom its machine has no account for. */
export function accountName(): string | null {
  try {
    return userInfo().username
  } catch {
    return null
  }
}

// oclif looks for the home and the shell of an account
if (accountName() === null)
  Object.assign(process.env, { HOME: '/', SHELL: '/bin/sh', ...process.env })

// colour is for terminals only, and never with NO_COLOR, whatever else is set
for (const name of ['NO_COLOR', 'FORCE_COLOR', 'CLICOLOR_FORCE']) delete process.env[name]
if (NO_COLOR || isDumbTerminal) Object.assign(process.env, { NO_COLOR: '1' })

// help is written for 40 columns at least, unless this is set
const { isTTY, columns } = process.stdout
if (isTTY && columns < 40) Object.assign(process.env, { OCLIF_COLUMNS: String(columns) })
