import { openPool, type Sql } from './pool.ts'

/** One connection that is lent to one unit of work at a time. */
export interface UnitConnection {
  sql: Sql
  /**
   * How often it was lost so far. The driver connects again by itself, and a `commit` that goes to the new connection succeeds
   * though nothing of the unit is there: who sees this number change in the middle of a unit has lost the unit.
   */
  losses(): number
}

/** Connects when first needed. The driver's own `reserve` would do, but it never returns from a connection it has to open. */
export function openUnitConnection(options: {
  url: string
  name: string
  operator?: string | undefined
}): UnitConnection {
  let losses = 0
  const onClose = () => {
    losses++
  }
  return { sql: openPool({ ...options, max: 1, onClose }), losses: () => losses }
}
