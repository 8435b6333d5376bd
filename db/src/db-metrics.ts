/** The ways through the door that wait in one queue each. */
export type Way = 'call' | 'write' | 'unit'

export interface Places {
  working: number
  waiting: number
}

/** Whoever wants to know how the door is doing. Nothing of it may be felt by those who pass. */
export interface DoorWatch {
  /** Once, when the door opens. */
  opened(places: Record<Way, () => Places>): void
  /** A unit of work is over, well or not; its time counts from when it asked to come in. */
  passed(way: Way, milliseconds: number): void
}
