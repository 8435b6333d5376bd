/** The ways through the door that wait in one queue each. */
export type DbOperation = 'call' | 'write' | 'unit'

export interface PoolSlots {
  working: number
  waiting: number
}

/** Whoever wants to know how the door is doing. Nothing of it may be felt by those who pass. */
export interface DbMetrics {
  /** Once, when the door opens. */
  opened(places: Record<DbOperation, () => PoolSlots>): void
  /** A unit of work is over, well or not; its time counts from when it asked to come in. */
  passed(way: DbOperation, milliseconds: number): void
}
