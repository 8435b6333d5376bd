import type { Clock, Mailer, Processors, Tenants } from '@silla/core'
import type { Sql } from '@silla/db'

/** What tasks work with. */
export interface TaskContext {
  tenants: Tenants
  clock: Clock
  mailer: Mailer
  processors: Processors
  /** as silla_worker, for what is asked before there is a tenant */
  registry: Sql
  log: TaskLog
}

/** What an operator should see though nothing failed. */
export interface TaskLog {
  warn(line: object, message: string): void
}
