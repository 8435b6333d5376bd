import { cpus } from 'node:os'
import type { Sql } from '@silla/db'

/** What the figures were measured on. */
export interface Machine {
  cores: number
  processor: string
  node: string
  postgres: string
}

export async function describeMachine(sql: Sql): Promise<Machine> {
  const [server] = await sql<{ version: string }[]>`
    select current_setting('server_version') as version`
  return {
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? '',
    node: process.version,
    postgres: server?.version ?? '',
  }
}
