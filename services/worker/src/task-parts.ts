import type { Clock, Mailer, Tenants } from '@silla/core'
import type { Sql } from '@silla/db'

/** What tasks work with. */
export interface TaskParts {
  tenants: Tenants
  clock: Clock
  mailer: Mailer
  /** as silla_worker, for what is asked before there is a tenant */
  registry: Sql
}
